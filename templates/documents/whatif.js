// ---- what if: knobs, scenarios, and everything that follows from them
const startWhatIf = () => {
  let whole = false;
  const base = new Map(),
    limits = new Map(),
    set = new Map();
  for (const tree of model.trees)
    tree.diagram.events.forEach((name, i) => {
      base.set(name, tree.diagram.values[i]);
    });
  for (const measure of model.measures) {
    base.set(measure.id, measure.value);
    limits.set(measure.id, [measure.lower, measure.upper]);
  }
  const argument = model.argument,
    place = new Map(argument.ids.map((name, i) => [name, i]));
  for (const { trees } of model.variants)
    for (const tree of trees)
      if (typeof tree !== "number")
        tree.diagram.events.forEach((name, i) => {
          if (!base.has(name)) base.set(name, tree.diagram.values[i]);
        });
  const houses = new Map(model.houses.map((house) => [house.id, house]));
  for (const [name, house] of houses) base.set(name, house.state);
  const run = (changes) => Variants.run(model, changes);
  const before = run({}),
    owners = Object.keys(model.requirements);
  // Where the page's own base does not give what was assessed, it tells nothing.
  const computed = argument.claims.filter((n) => WhatIf.STATUS[before.rank[n]] === argument.statuses[n]);
  const omitted = argument.claims.length - computed.length,
    uncomputed = new Set(argument.claims.filter((n) => !computed.includes(n)));
  const statusBadge = (rank) => badge(...model.words[WhatIf.STATUS[rank]]);
  const outcome = (found) =>
    found.stale
      ? badge("stale", say("stale"))
      : found.holds === null
        ? badge("unknown", say("not_evaluated"))
        : found.holds
          ? badge("supported", say("met"))
          : badge("challenged", say("not_met"));
  // What the arithmetic says of itself, in the page's words; what came with the case stays as it was written.
  const problem = (text) => {
    const key = Object.keys(WhatIf.PROBLEMS).find((name) => text.startsWith(WhatIf.PROBLEMS[name]));
    return key ? say(key, { value: text.slice(WhatIf.PROBLEMS[key].length).split(" ")[0] }) : text;
  };
  const link = (href, text) => (href ? make("a", { href: "#" + encodeURIComponent(href) }, text) : text);
  const nodeLink = (n) => link(model.anchors[n], argument.ids[n]);
  const quote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");
  const now = () => Object.fromEntries(set);
  const current = () => Variants.of(model, now()) || model;
  // A setting as somebody would type it: a number, true or false, a distribution with its parameters.
  const setting = (x) =>
    typeof x === "number"
      ? number(x)
      : typeof x === "boolean"
        ? String(x)
        : Object.entries(x)
            .map(([key, part]) =>
              key === "distribution"
                ? part
                : key.replaceAll("_", " ") + " " + (typeof part === "number" ? number(part) : JSON.stringify(part)),
            )
            .join(" ");
  const written = (x) => (typeof x === "object" ? JSON.stringify(x) : String(x));
  const svgNS = "http://www.w3.org/2000/svg";
  const draw = (tag, attributes) => {
    const made = document.createElementNS(svgNS, tag);
    for (const [k, v] of Object.entries(attributes)) made.setAttribute(k, v);
    return made;
  };

  // A top event on a logarithmic axis: before (grey) and after (coloured), each with its bounds, and the target.
  const band = (tree, was, is) => {
    const numbers = [was.lower, was.upper, was.value, is.lower, is.upper, is.value, tree.target].filter((x) => x > 0);
    const least = Math.floor(Math.log10(Math.min(...numbers)) - 0.2),
      most = Math.ceil(Math.log10(Math.max(...numbers)) + 0.2),
      width = 320;
    const at = (x) => (x > 0 ? Math.max(0, ((Math.log10(x) - least) / Math.max(1, most - least)) * width) : 0);
    const said = say(tree.target === null ? "band" : "band_target", {
      low: power10(least),
      high: power10(most),
      before: number(was.value),
      after: number(is.value),
      target: tree.target === null ? "" : limit(tree.target, true),
    });
    const drawn = draw("svg", {
      class: "band",
      viewBox: "-4 0 " + (width + 8) + " 42",
      role: "img",
      "aria-label": said,
      preserveAspectRatio: "none",
    });
    for (let power = least; power <= most; power++)
      drawn.append(draw("path", { d: "M" + at(10 ** power) + " 2V30", class: "tick" }));
    for (const [found, y, css] of [
      [was, 9, "was"],
      [is, 21, "is"],
    ]) {
      if (Number.isNaN(found.value)) continue;
      drawn.append(
        draw("rect", {
          x: at(found.lower),
          y: y - 4,
          width: Math.max(1.5, at(found.upper) - at(found.lower)),
          height: 8,
          class: css,
        }),
      );
      drawn.append(draw("path", { d: "M" + at(found.value) + " " + (y - 6) + "v12", class: css + "-point" }));
    }
    if (tree.target > 0)
      drawn.append(draw("path", { d: "M" + at(tree.target) + " 0V31l-4 6h8l-4-6", class: "target" }));
    return make("div", { class: "axis" }, drawn, make("small", {}, power10(least)), make("small", {}, power10(most)));
  };
  const power10 = (power) => "10" + [...String(power)].map((c) => small[c]).join("");

  const verdict = (supported) =>
    supported ? badge("supported", say("supported")) : badge("challenged", say("not_supported"));
  const treeRows = (after) =>
    model.trees.map((tree, i) => {
      const was = before.trees[i],
        is = after.trees[i];
      const cell = (found) =>
        make(
          "td",
          { class: "n" },
          make("b", {}, number(found.value)),
          ...(found.confidence === null
            ? []
            : [make("br"), make("small", {}, "[" + bound(found.lower, false) + ", " + bound(found.upper, true) + "]")]),
        );
      const alone = tree.confidence === null || is.confidence === null ? is.value : is.upper;
      // where a claim compares the bound of independent records together, the target is met by it; once the tree is
      // changed only the command can find it
      const joint = Object.values(model.requirements).find((one) => one.tree === i && one.together !== null);
      const held = joint && WhatIf.untouched(after.bound[i]) ? Math.min(alone, joint.together) : alone;
      const left = joint && held > tree.target && !WhatIf.untouched(after.bound[i]) ? WhatIf.PROBLEMS.left : "";
      // a target with a confidence is not met by an estimate whose bound is not known
      const open = left || (tree.confidence !== null && !(held > tree.target) ? is.problem : "");
      const met = held <= tree.target;
      const outcome = open
        ? make("small", {}, problem(open))
        : badge(met ? "supported" : "challenged", say(met ? "met" : "not_met"));
      const target = tree.target === null ? [say("no_target")] : [limit(tree.target, true), make("br"), outcome];
      return make(
        "tbody",
        {},
        make("tr", { class: "over" }, make("th", { scope: "rowgroup", colspan: "4" }, link(tree.anchor, tree.title))),
        make(
          "tr",
          {},
          cell(was),
          cell(is),
          make("td", { class: "n" }, is.value / was.value < Infinity ? number(is.value / was.value) + "×" : "–"),
          make("td", {}, ...target),
        ),
        make(
          "tr",
          {},
          make(
            "td",
            { colspan: "4" },
            band(tree, was, is),
            ...(is.kept ? [make("small", {}, say("kept_bounds"))] : []),
          ),
        ),
      );
    });
  const showTrees = (after) => {
    const table = $("whatif-trees");
    if (!table) return;
    [...table.tBodies].forEach((body) => body.remove());
    table.append(...treeRows(after));
  };
  const showRequirements = (after) =>
    owners.length &&
    $("whatif-claims").replaceChildren(
      ...owners.map((name) => {
        const wanted = model.requirements[name],
          was = before.required[name],
          is = after.required[name],
          flips = was.holds !== is.holds || was.stale !== is.stale;
        const sign = { "<=": "≤", ">=": "≥" }[wanted.comparison] || wanted.comparison;
        return make(
          "tr",
          flips ? { class: "flips" } : {},
          make("th", { scope: "row" }, nodeLink(place.get(name))),
          make(
            "td",
            { class: "n" },
            is.compared === null
              ? "–"
              : is.bound === null
                ? number(is.compared)
                : held(is.compared, is.bound, wanted.comparison.startsWith("<")),
            make("br"),
            make(
              "small",
              {},
              sign + " " + (is.bound === null ? say("no_bound") : limit(is.bound, wanted.comparison.startsWith("<"))),
            ),
          ),
          make("td", {}, outcome(was)),
          make(
            "td",
            {},
            outcome(is),
            ...(flips ? [make("b", {}, " " + say("flips"))] : []),
            ...(is.holds === null && is.problem ? [make("br"), make("small", {}, problem(is.problem))] : []),
          ),
        );
      }),
    );
  const flippedIn = (after) => computed.filter((n) => after.rank[n] !== before.rank[n]);
  const showFlipped = (after) => {
    const flipped = flippedIn(after);
    $("whatif-flipped").replaceChildren(
      ...flipped.map((n) => {
        const cause = WhatIf.cause(model, after, n);
        return make(
          "li",
          {},
          make("b", {}, nodeLink(n)),
          " ",
          statusBadge(before.rank[n]),
          " → ",
          statusBadge(after.rank[n]),
          ...(cause !== n ? [make("small", {}, " " + say("because") + " "), nodeLink(cause)] : []),
        );
      }),
    );
    const head = set.size
      ? flipped.length
        ? counted("claims_change", flipped.length)
        : say("no_claim_changes")
      : say("nothing_changed");
    $("whatif-count").textContent = head + (omitted ? " (" + say("untold", { n: omitted }) + ")" : "") + ".";
    return flipped;
  };
  const assessedImportance = new Map();
  const showImportance = (after) => {
    const chosen = $("whatif-tree").value,
      at = chosen === "measures" ? 0 : Number(chosen),
      tree = model.trees[at];
    $("whatif-importance-head").hidden = !tree;
    if (!tree) return;
    $("whatif-importance-tree").textContent = $("whatif-importance-tree").dataset.words.replace(
      "{tree}",
      () => tree.title,
    );
    const places = new Map(tree.diagram.events.map((name, i) => [name, i])),
      events = after.bound[at].tree.diagram.events;
    if (!assessedImportance.has(at))
      assessedImportance.set(at, Diagram.importance(tree.diagram, before.bound[at].p).rows);
    const is = Diagram.importance(after.bound[at].tree.diagram, after.bound[at].p).rows,
      was = assessedImportance.get(at);
    const order = is
      .map((_, i) => i)
      .sort((a, b) => (is[b].criticality || 0) - (is[a].criticality || 0) || is[b].birnbaum - is[a].birnbaum)
      .slice(0, 8);
    const earlier = (i) => was[places.get(events[i])] || { criticality: 0 };
    $("whatif-importance").replaceChildren(
      ...order.map((i) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, events[i]),
          ...[
            number(earlier(i).criticality),
            number(is[i].criticality),
            number(is[i].birnbaum),
            number(is[i].raw),
            number(is[i].rrw),
          ].map((text) => make("td", { class: "n" }, text)),
        ),
      ),
    );
  };

  // One table for every scenario: the case's, those kept in this page, and what is set now.
  const stored = "casegen scenarios " + model.folder,
    kept = new Map();
  try {
    for (const [name, changes] of Object.entries(JSON.parse(localStorage.getItem(stored)) || {}))
      kept.set(name, changes);
  } catch {
    /* no storage here: scenarios last as long as the page */
  }
  // Another version of the case may lack an event: such a scenario is not offered.
  const allowed = (changes) =>
    changes !== null &&
    typeof changes === "object" &&
    Object.entries(changes).every(([name, x]) =>
      typeof x === "number"
        ? Number.isFinite(x) && settable.has(name)
        : typeof x === "boolean"
          ? houses.has(name)
          : x !== null && typeof x === "object",
    ) &&
    Variants.of(model, changes) !== null;
  const settable = new Set([
    ...[
      ...model.trees,
      ...model.variants.flatMap((variant) => variant.trees).filter((tree) => typeof tree !== "number"),
    ].flatMap((tree) => {
      const { settable, groups } = tree.inputs || tree.moved;
      return [...settable.map((i) => tree.diagram.events[i]), ...Object.keys(groups)];
    }),
    ...model.measures.map((measure) => measure.id),
  ]);
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
    $("whatif-refused").textContent = say("refused", { names: refused.join(", ") });
    $("whatif-scenario").replaceChildren(
      make("option", { value: "" }, say("as_assessed")),
      ...group(say("of_case"), valid(Object.entries(model.scenarios))),
      ...group(say("kept_group"), valid([...kept])),
      make("option", { value: "\u0000", hidden: "" }, say("by_hand")),
    );
    $("whatif-forget").hidden = !kept.size;
  };
  const tell = (name, changes) => {
    const found = run(changes),
      flipped = flippedIn(found);
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
      make("td", {}, verdict(found.supported)),
      ...found.trees.map((top) =>
        make(
          "td",
          { class: "n" },
          number(top.value),
          ...(top.confidence === null ? [] : [make("br"), make("small", {}, "≤ " + bound(top.upper, true))]),
        ),
      ),
      make(
        "td",
        {},
        flipped.length
          ? flipped
              .slice(0, 6)
              .map((n) => argument.ids[n])
              .join(", ") + (flipped.length > 6 ? ", " + say("and_more", { n: flipped.length - 6 }) : "")
          : say("none"),
      ),
    );
  };
  // Only the last row follows what is set now; the others are written again when a scenario is kept or forgotten.
  let steady = null;
  const compareAll = () => {
    const byHandNow = set.size && $("whatif-scenario").value === "\u0000";
    if (steady === null) {
      steady = [[say("as_assessed"), {}], ...scenarios()].map(([name, changes]) => tell(name, changes));
      $("whatif-compared").replaceChildren(...steady);
    }
    const body = $("whatif-compared"),
      extra = body.rows.length > steady.length ? body.lastElementChild : null;
    if (extra) extra.remove();
    if (byHandNow) body.append(tell(say("set_now"), now()));
    $("whatif-comparison").hidden = body.rows.length < 2;
  };

  let pending = 0;
  const showComparison = () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(compareAll);
  };
  // Without an answer a requirement is left to the command: that is not the same as a limit that is missed.
  const judged = (id, holds) => say(holds === null ? "left_open" : holds ? "met_now" : "no_longer_met", { id });
  const show = () => {
    const after = run(now()),
      flipped = showFlipped(after);
    showHouses();
    showTrees(after);
    showRequirements(after);
    showImportance(after);
    $("whatif-verdict").replaceChildren(verdict(before.supported), " → ", verdict(after.supported));
    const met = owners
      .filter((name) => before.required[name].holds !== after.required[name].holds)
      .map((name) => judged(name, after.required[name].holds));
    const message = !set.size
      ? ""
      : (met.length ? met.join("; ") + ". " : "") +
        (flipped.length ? counted("claims_change", flipped.length) : say("no_claim_changes")) +
        ".";
    if ($("whatif-said").textContent !== message) $("whatif-said").textContent = message;
    $("whatif-command").textContent = [
      "casegen whatif",
      quote(model.folder),
      ...[...set].map(([name, p]) => "--set " + quote(name + "=" + written(p))),
    ].join(" ");
    $("whatif-save").disabled = $("whatif-keep").disabled = $("whatif-copy").disabled = !set.size;
    showComparison();
    Board.played({
      before,
      after,
      changed: set.size > 0,
      uncomputed,
      names: new Set([...set.keys()].filter((name) => houses.has(name))),
    });
    return after;
  };
  const byHand = () => {
    $("whatif-scenario").value = set.size ? "\u0000" : "";
  };

  const measured = new Map(
    model.trees.flatMap((tree) =>
      (tree.inputs ? tree.inputs.measured : []).flatMap((source) =>
        source.at.map((from) => [tree.diagram.events[from.event], source.measure]),
      ),
    ),
  );
  const listed = () => {
    const chosen = $("whatif-tree").value;
    if (chosen === "measures") return model.measures.map((measure) => [0, measure.id, measure.text, null]);
    const data = current(),
      tree = data.trees[Number(chosen)],
      numbers = new Map([...set].filter(([, x]) => !Variants.restates(x))),
      p = WhatIf.bind(data, tree, numbers).p,
      slope = Diagram.birnbaum(tree.diagram, p);
    const groups = Object.entries((tree.inputs || tree.moved).groups).map(([name, parts]) => [
      Math.max(...parts.map(([i]) => Math.abs(slope[i] * tree.diagram.values[i]))),
      name,
      model.texts[name] || "",
      parts,
    ]);
    return [
      ...(tree.inputs || tree.moved).settable.map((i) => {
        const name = tree.diagram.events[i];
        return [Math.abs(slope[i] * base.get(name)), name, model.texts[name] || "", slope[i]];
      }),
      ...groups,
    ];
  };
  const build = () => {
    const words = $("whatif-filter").value.toLowerCase();
    const order = [...listed()]
      .filter((e) => (e[1] + " " + e[2]).toLowerCase().includes(words))
      .sort((a, b) => b[0] - a[0]);
    const most = whole ? 200 : 10;
    $("knobs").replaceChildren(...order.slice(0, most).map(([, name, text, slope]) => knob(name, text, slope)));
    if (order.length > most) {
      const more = make(
        "button",
        { type: "button" },
        order.length > 200 ? say("show_some", { shown: 200, n: order.length }) : say("show_all", { n: order.length }),
      );
      more.addEventListener("click", () => {
        whole = true;
        build();
        $("knobs").children[most].querySelector("input").focus();
      });
      $("knobs").append(
        whole ? make("p", {}, make("small", {}, say("some_shown", { shown: 200, n: order.length }))) : more,
      );
    }
    if (!order.length) $("knobs").append(make("p", { class: "none-left" }, say("nothing_matches")));
  };
  const LOW = -9;
  // As somebody would type it.
  const plain = (p) => {
    const short = Number(p.toPrecision(6));
    return short !== 0 && Math.abs(short) < 1e-3 ? short.toExponential() : String(short);
  };
  let knobs = 0;
  const knob = (name, text, slope) => {
    const measure = model.measures.find((one) => one.id === name),
      id = "knob-" + ++knobs,
      box = make("div", { class: "knob" });
    const tree = model.trees.find((one) => (one.inputs || one.moved).groups[name]);
    if (!base.has(name) && tree) base.set(name, groupTotal(tree, name));
    const start = () =>
      typeof set.get(name) === "number" ? set.get(name) : set.has(name) ? valueIn(current(), name) : base.get(name);
    const least = measure ? measure.least : 0,
      most = measure ? measure.most : 1,
      slides = least === 0;
    const slider = slides
      ? make("input", { type: "range", id, min: LOW, max: 0, step: 0.01, "aria-describedby": id + "-about" })
      : null;
    const typed = make("input", {
      type: "text",
      inputmode: "decimal",
      id: slides ? id + "-typed" : id,
      "aria-describedby": id + "-about",
      autocomplete: "off",
    });
    if (slides) typed.setAttribute("aria-label", say(measure ? "value_of" : "probability_of", { name }));
    const about = make("small", { id: id + "-about" });
    const paint = () => {
      const p = start();
      if (slides) {
        slider.value = p > 0 ? Math.max(LOW, Math.log10(p)) : LOW;
        slider.setAttribute("aria-valuetext", number(p));
      }
      box.classList.toggle("changed", set.has(name));
      const [low, high] = limits.get(name) || [null, null];
      const parts = [
        say(high !== null && low === null ? "was_at_most" : "was", {
          value:
            number(base.get(name)) +
            (low !== null && high !== null && low !== high
              ? " [" + bound(low, false) + ", " + bound(high, true) + "]"
              : ""),
          high: high === null ? "" : bound(high, true),
        }) + (measure ? " " + measure.unit : ""),
      ];
      if (typeof slope === "number") parts.push(say("birnbaum", { value: number(slope) }));
      if (measured.has(name) && !set.has(name)) parts.push(say("measured_by", { measure: measured.get(name) }));
      if (set.has(name))
        parts.push(
          typeof set.get(name) === "object" ? say("set_to", { value: setting(set.get(name)) }) : say("taken_exact"),
        );
      about.textContent = parts.join(" · ");
      about.className = "";
      typed.setAttribute("aria-invalid", "false");
    };
    const change = (p) => {
      if (p === base.get(name)) set.delete(name);
      else set.set(name, p);
      byHand();
      paint();
      show();
    };
    if (slides)
      slider.addEventListener("input", () => {
        const p = Number((10 ** Number(slider.value)).toPrecision(3));
        typed.value = plain(p);
        change(p);
      });
    typed.addEventListener("change", () => {
      const p = Number(typed.value.trim().replace(",", "."));
      if (typed.value.trim() && Number.isFinite(p) && (least === null || p >= least) && (most === null || p <= most)) {
        change(p);
        return;
      }
      typed.setAttribute("aria-invalid", "true");
      about.className = "bad";
      about.textContent = say(most === 1 ? "type_fraction" : least === 0 ? "type_positive" : "type_number");
    });
    typed.value = plain(start());
    box.append(make("label", { for: id }, make("b", {}, name), " " + text), ...(slides ? [slider] : []), typed, about);
    paint();
    return box;
  };
  const valueIn = (data, name) => {
    for (const tree of data.trees) {
      const i = tree.diagram.events.indexOf(name);
      if (i >= 0) return tree.diagram.values[i];
      if ((tree.inputs || tree.moved).groups[name]) return groupTotal(tree, name);
    }
    return base.get(name);
  };
  // House events as switches; a combination that was not assessed cannot be switched on.
  const flip = (name, state) => {
    const wanted = new Map(set);
    if (state === houses.get(name).state) wanted.delete(name);
    else wanted.set(name, state);
    if (Variants.of(model, Object.fromEntries(wanted)) === null) {
      $("whatif-house-said").textContent = say("house_left", { name: name + "=" + state });
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
          make("small", {}, say("was", { value: String(house.state) })),
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
  // The members' events add up to the total by their shares.
  const groupTotal = (tree, name) => {
    const [i, share] = (tree.inputs || tree.moved).groups[name][0];
    return share > 0 ? tree.diagram.values[i] / share : 0;
  };

  const take = (changes) => {
    set.clear();
    for (const [name, p] of Object.entries(changes)) set.set(name, p);
    build();
    return show();
  };
  $("whatif-tree").addEventListener("change", () => {
    whole = false;
    build();
    show();
  });
  $("whatif-filter").addEventListener("input", build);
  $("whatif-reset").addEventListener("click", () => {
    $("whatif-scenario").value = "";
    take({});
  });
  $("whatif-scenario").addEventListener("change", (event) => take(scenarios().get(event.target.value) || {}));
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
    $("whatif-said").textContent = say("kept_as", { name });
  });
  $("whatif-forget").addEventListener("click", () => {
    kept.clear();
    store();
    offer();
    byHand();
    compareAll();
    $("whatif-scenario").focus();
  });
  $("whatif-copy").addEventListener("click", (event) => copy($("whatif-command"), event.target));
  // A file for `casegen whatif --scenario`; JSON is YAML too, so any id and number is written safely.
  $("whatif-save").addEventListener("click", () => {
    const text = JSON.stringify({ scenarios: { ...Object.fromEntries(kept), [named()]: now() } }, null, 2) + "\n";
    const href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
    make("a", { href, download: "whatif.yaml" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  });
  offer();
  build();
  show();
  const typed = (name, p) => {
    set.set(name, p);
    byHand();
    build();
    return show();
  };
  return {
    flip,
    state: (name) => (set.has(name) ? set.get(name) : houses.get(name).state),
    settable: (name) => settable.has(name) && base.has(name),
    value: (name) => (typeof set.get(name) === "number" ? set.get(name) : valueIn(current(), name)),
    change: (name, p) => {
      if (p === base.get(name)) {
        set.delete(name);
        byHand();
        build();
        show();
      } else typed(name, p);
    },
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
