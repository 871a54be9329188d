// ---- what if: the panel, and the canvas's way to it
const startWhatIf = () => {
  const study = whatIfCase(),
    { base, set, houses, before, owners, run, now, current, put, settable, valueIn } = study;
  const { verdict, showTrees, showRequirements, showFlipped, showImportance } = whatIfResults(study),
    { scenarios, showComparison, byHand } = whatIfScenarios(study, verdict);
  const quote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");
  const written = (x) => (typeof x === "object" ? JSON.stringify(x) : String(x));
  // Without an answer a requirement is left to the command, or the command has none either: no limit is missed.
  const judged = (id, { holds, open }) =>
    translate(open ? "left_open" : holds === null ? "not_judged" : holds ? "met_now" : "no_longer_met", { id });
  const show = () => {
    const after = run(now()),
      moved = showFlipped(after);
    showHouses();
    showTrees(after);
    showRequirements(after);
    showImportance(after);
    $("whatif-verdict").replaceChildren(verdict(model.supported), " → ", verdict(after.supported));
    const met = owners
      .filter((name) => before.required[name].holds !== after.required[name].holds || after.required[name].open)
      .map((name) => judged(name, after.required[name]));
    const message = !set.size ? "" : (met.length ? met.join("; ") + ". " : "") + moved + ".";
    if ($("whatif-said").textContent !== message) $("whatif-said").textContent = message;
    $("whatif-command").textContent = [
      "casegen whatif",
      quote(model.folder),
      ...[...set].map(([name, p]) => "--set " + quote(name + "=" + written(p))),
    ].join(" ");
    $("whatif-save").disabled = $("whatif-keep").disabled = $("whatif-copy").disabled = !set.size;
    showComparison(after);
    Board.played({
      before,
      after,
      changed: set.size > 0,
      names: new Set([...set.keys()].filter((name) => houses.has(name))),
    });
    return after;
  };
  const { build } = whatIfKnobs(study, () => {
    byHand();
    show();
  });
  $("whatif-tree").addEventListener("change", show);
  // House events as switches; a combination that was not assessed cannot be switched on.
  const flip = (name, state) => {
    const wanted = new Map(set);
    if (state === houses.get(name).state) wanted.delete(name);
    else wanted.set(name, state);
    if (Variants.of(model, Object.fromEntries(wanted)) === null) {
      $("whatif-house-said").textContent = translate("house_left", { name: name + "=" + state });
      showHouses();
      return;
    }
    $("whatif-house-said").textContent = "";
    set.clear();
    for (const [key, x] of wanted) set.set(key, x);
    byHand();
    build();
    show();
  };
  const switches = new Map(
    model.houses.map((house, i) => {
      const box = make("input", { type: "checkbox", id: "house-" + i });
      box.addEventListener("change", () => flip(house.id, box.checked));
      $("whatif-houses").append(
        make(
          "div",
          { class: "house" },
          box,
          make("label", { for: "house-" + i }, make("b", {}, house.id), " " + house.text),
          make("small", {}, translate("was", { value: translate(house.state ? "true" : "false") })),
        ),
      );
      return [house.id, box];
    }),
  );
  $("whatif-houses").hidden = !switches.size;
  const showHouses = () => {
    for (const [name, box] of switches) {
      box.checked = set.has(name) ? set.get(name) : houses.get(name).state;
      box.parentElement.classList.toggle("changed", set.has(name));
    }
  };

  const take = (changes) => {
    set.clear();
    for (const [name, p] of Object.entries(changes)) set.set(name, p);
    build();
    return show();
  };
  $("whatif-reset").addEventListener("click", () => {
    $("whatif-scenario").value = "";
    take({});
  });
  $("whatif-scenario").addEventListener("change", (event) => take(scenarios().get(event.target.value) || {}));
  $("whatif-copy").addEventListener("click", (event) => copy($("whatif-command"), event.target));
  build();
  show();
  const typed = (name, p) => {
    put(name, p);
    byHand();
    build();
    return show();
  };
  return {
    flip,
    state: (name) => (set.has(name) ? set.get(name) : houses.get(name).state),
    settable: (name) => settable.has(name) && base.has(name),
    value: (name) => (typeof set.get(name) === "number" ? set.get(name) : valueIn(current(), name)),
    change: typed,
    page: {
      model,
      run,
      Diagram,
      WhatIf,
      Variants,
      set: (name, p) => typed(name, p).trees,
      reset: () => {
        take({});
      },
    },
  };
};
// The panel is made when the page has nothing else to do, or at once when it comes near, is printed or asked for.
if (model.trees.length || model.measures.length) {
  let made = null;
  const play = () => {
    if (!made) {
      made = startWhatIf();
      document.documentElement.dataset.played = "1";
    }
    return made;
  };
  const first = new Map(model.houses.map((house) => [house.id, house.state]));
  Board.connect({
    houses: model.houses,
    least: -9,
    flip: (name, state) => play().flip(name, state),
    state: (name) => (made ? made.state(name) : first.get(name)),
    settable: (name) => play().settable(name),
    value: (name) => play().value(name),
    change: (name, p) => play().change(name, p),
  });
  new IntersectionObserver(
    (entries, watch) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        watch.disconnect();
        play();
      }
    },
    { rootMargin: "600px" },
  ).observe($("whatif"));
  addEventListener("beforeprint", play);
  setTimeout(() => idle(play, { timeout: 2000 }), 200);
  Object.defineProperty(window, "casegen", { get: () => play().page });
}
