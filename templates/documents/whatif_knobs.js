// ---- what if: a slider and a field for every number that can be set
const whatIfKnobs = (study, changed) => {
  const { base, limits, set, current, put, setting, valueIn, groupTotal } = study;
  let whole = false;
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
        order.length > 200
          ? translate("show_some", { shown: 200, n: order.length })
          : translate("show_all", { n: order.length }),
      );
      more.addEventListener("click", () => {
        whole = true;
        build();
        $("knobs").children[most].querySelector("input").focus();
      });
      $("knobs").append(
        whole ? make("p", {}, make("small", {}, translate("some_shown", { shown: 200, n: order.length }))) : more,
      );
    }
    if (!order.length) $("knobs").append(make("p", { class: "none-left" }, translate("nothing_matches")));
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
    if (slides) typed.setAttribute("aria-label", translate(measure ? "value_of" : "probability_of", { name }));
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
        translate(high !== null && low === null ? "was_at_most" : "was", {
          value:
            number(base.get(name)) +
            (low !== null && high !== null && low !== high
              ? " [" + bound(low, false) + ", " + bound(high, true) + "]"
              : ""),
          high: high === null ? "" : bound(high, true),
        }) + (measure ? " " + measure.unit : ""),
      ];
      if (typeof slope === "number") parts.push(translate("birnbaum", { value: number(slope) }));
      if (measured.has(name) && !set.has(name)) parts.push(translate("measured_by", { measure: measured.get(name) }));
      if (set.has(name))
        parts.push(
          typeof set.get(name) === "object"
            ? translate("set_to", { value: setting(set.get(name)) })
            : translate("taken_exact"),
        );
      about.textContent = parts.join(" · ");
      about.className = "";
      typed.setAttribute("aria-invalid", "false");
    };
    const change = (p) => {
      put(name, p);
      paint();
      changed();
    };
    if (slides)
      slider.addEventListener("input", () => {
        const p = Number((10 ** Number(slider.value)).toPrecision(3));
        typed.value = plain(p);
        change(p);
      });
    // A browser reports no change where the number in the field is typed again, which sets it as exact all the same.
    let edited = false;
    const take = () => {
      edited = false;
      const text = typed.value.trim(),
        p = TypedNumber.read(text),
        within = p !== null && (least === null || p >= least) && (most === null || p <= most);
      const lost = within ? TypedNumber.lost(text, p) : "";
      if (within && !lost) {
        change(p);
        return;
      }
      typed.setAttribute("aria-invalid", "true");
      about.className = "bad";
      about.textContent =
        lost === "zero"
          ? translate("type_too_small", { text })
          : lost === "digits"
            ? translate("type_more_digits", { text, kept: String(p) })
            : TypedNumber.hasCommas(text)
              ? translate("type_comma", { text })
              : translate(most === 1 ? "type_fraction" : least === 0 ? "type_positive" : "type_number");
    };
    typed.addEventListener("change", take);
    typed.addEventListener("input", () => {
      edited = true;
    });
    typed.addEventListener("blur", () => {
      if (edited) take();
    });
    typed.addEventListener("keydown", (event) => {
      if (event.key === "Enter") take();
    });
    typed.value = plain(start());
    box.append(make("label", { for: id }, make("b", {}, name), " " + text), ...(slides ? [slider] : []), typed, about);
    paint();
    return box;
  };
  $("whatif-tree").addEventListener("change", () => {
    whole = false;
    build();
  });
  $("whatif-filter").addEventListener("input", build);
  return { build };
};
