// ---- what if: one table for every scenario: the case's, those kept in this page, and what is set now
const whatIfScenarios = (study, verdict) => {
  const { argument, set, now, run, setting, allowed, flippedIn } = study;
  const stored = "casegen scenarios " + model.folder,
    kept = new Map();
  try {
    for (const [name, changes] of Object.entries(JSON.parse(localStorage.getItem(stored)) || {}))
      kept.set(name, changes);
  } catch {
    /* no storage here: scenarios last as long as the page */
  }
  const scenarios = () =>
    new Map([...Object.entries(model.scenarios), ...kept].filter(([, changes]) => allowed(changes)));
  const offer = () => {
    steady = null;
    const group = (label, entries) =>
      entries.length
        ? [make("optgroup", { label }, ...entries.map(([name]) => make("option", { value: name }, name)))]
        : [];
    const valid = (entries) => entries.filter(([, changes]) => allowed(changes));
    const refused = Object.entries(model.scenarios)
      .filter(([, changes]) => !allowed(changes))
      .map(([name]) => name);
    $("whatif-refused").hidden = !refused.length;
    $("whatif-refused").textContent = translate("refused", { names: refused.join(", ") });
    $("whatif-scenario").replaceChildren(
      make("option", { value: "" }, translate("as_assessed")),
      ...group(translate("of_case"), valid(Object.entries(model.scenarios))),
      ...group(translate("kept_group"), valid([...kept])),
      make("option", { value: "\u0000", hidden: "" }, translate("by_hand")),
    );
    $("whatif-forget").hidden = !kept.size;
  };
  const tell = (name, changes, after) => {
    const flipped = flippedIn(after);
    return make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        name,
        make("br"),
        make(
          "small",
          {},
          Object.entries(changes)
            .map(([key, x]) => key + " = " + setting(x))
            .join(", "),
        ),
      ),
      make("td", {}, verdict(after.supported)),
      ...after.trees.map((top, i) =>
        make(
          "td",
          { class: "n" },
          number(top.value, 3, [model.trees[i].target]),
          ...(top.wider || WhatIf.boundsLeft(top) ? [make("br"), make("small", {}, translate("bounds_left"))] : []),
          ...(top.confidence === null || top.wider
            ? []
            : [make("br"), make("small", {}, "≤ " + bound(top.upper, true, [model.trees[i].target]))]),
        ),
      ),
      make(
        "td",
        {},
        flipped.length
          ? flipped
              .slice(0, 6)
              .map((n) => argument.ids[n])
              .join(", ") + (flipped.length > 6 ? ", " + translate("and_more", { n: flipped.length - 6 }) : "")
          : translate("none"),
      ),
    );
  };
  // Only the last row follows what is set now; the others are written again when a scenario is kept or forgotten.
  let steady = null;
  const compareAll = () => {
    const byHandNow = set.size && $("whatif-scenario").value === "\u0000";
    if (steady === null) {
      steady = [[translate("as_assessed"), {}], ...scenarios()].map(([name, changes]) =>
        tell(name, changes, run(changes)),
      );
      $("whatif-compared").replaceChildren(...steady);
    }
    const body = $("whatif-compared"),
      extra = body.rows.length > steady.length ? body.lastElementChild : null;
    if (extra) extra.remove();
    if (byHandNow) body.append(tell(translate("set_now"), now(), latest));
    $("whatif-comparison").hidden = body.rows.length < 2;
  };

  let pending = 0,
    latest = null;
  // after: what follows from what is set now
  const showComparison = (after) => {
    latest = after;
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(compareAll);
  };
  const byHand = () => {
    $("whatif-scenario").value = set.size ? "\u0000" : "";
  };
  const named = () => $("whatif-name").value.trim() || "what-if " + new Date().toISOString().slice(0, 10);
  const store = () => {
    try {
      localStorage.setItem(stored, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      /* as above */
    }
  };
  $("whatif-keep").addEventListener("click", () => {
    const name = named();
    kept.set(name, now());
    store();
    offer();
    $("whatif-scenario").value = name;
    compareAll();
    $("whatif-said").textContent = translate("kept_as", { name });
  });
  $("whatif-forget").addEventListener("click", () => {
    kept.clear();
    store();
    offer();
    byHand();
    compareAll();
    $("whatif-scenario").focus();
  });
  // A file for `casegen whatif --scenario`; JSON is YAML too, so any id and number is written safely.
  $("whatif-save").addEventListener("click", () => {
    const text = JSON.stringify({ scenarios: { ...Object.fromEntries(kept), [named()]: now() } }, null, 2) + "\n";
    const href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
    make("a", { href, download: "whatif.yaml" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  });
  offer();
  return { scenarios, showComparison, byHand };
};
