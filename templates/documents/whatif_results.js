// ---- what if: tops, requirements, claims and importances, before and after
const whatIfResults = (study) => {
  const { set, argument, place, before, owners, flippedIn } = study;
  const statusBadge = (rank) => badge(...model.words[WhatIf.STATUS[rank]]);
  const judgement = (requirement) =>
    requirement.stale
      ? badge("stale", translate("stale"))
      : requirement.holds === null
        ? badge("unknown", translate(requirement.open ? "not_here" : "not_evaluated"))
        : requirement.holds
          ? badge("supported", translate("met"))
          : badge("challenged", translate("not_met"));
  // What the arithmetic says of itself, in the page's words; what came with the case stays as it was written.
  const problem = (text) => {
    const key = Object.keys(WhatIf.PROBLEMS).find((name) => text.startsWith(WhatIf.PROBLEMS[name]));
    return key ? translate(key, { value: text.slice(WhatIf.PROBLEMS[key].length).split(" ")[0] }) : text;
  };
  const link = (href, text) => (href ? make("a", { href: "#" + encodeURIComponent(href) }, text) : text);
  const nodeLink = (n) => link(model.anchors[n], argument.ids[n]);
  // A top event on a logarithmic axis: before (grey) and after (coloured), each with its bounds, and the target.
  const band = (tree, was, is) => {
    const numbers = [was.lower, was.upper, was.value, is.lower, is.upper, is.value, tree.target].filter((x) => x > 0);
    const least = Math.floor(Math.log10(Math.min(...numbers)) - 0.2),
      most = Math.ceil(Math.log10(Math.max(...numbers)) + 0.2),
      width = 320;
    const at = (x) => (x > 0 ? Math.max(0, ((Math.log10(x) - least) / Math.max(1, most - least)) * width) : 0);
    const said = translate(tree.target === null ? "band" : "band_target", {
      low: power10(least),
      high: power10(most),
      before: number(was.value, 3, [tree.target]),
      after: number(is.value, 3, [tree.target]),
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
    for (const [top, y, css] of [
      [was, 9, "was"],
      [is, 21, "is"],
    ]) {
      if (Number.isNaN(top.value)) continue;
      drawn.append(
        draw("rect", {
          x: at(top.lower),
          y: y - 4,
          width: Math.max(1.5, at(top.upper) - at(top.lower)),
          height: 8,
          class: css,
        }),
      );
      drawn.append(draw("path", { d: "M" + at(top.value) + " " + (y - 6) + "v12", class: css + "-point" }));
    }
    if (tree.target > 0)
      drawn.append(draw("path", { d: "M" + at(tree.target) + " 0V31l-4 6h8l-4-6", class: "target" }));
    return make("div", { class: "axis" }, drawn, make("small", {}, power10(least)), make("small", {}, power10(most)));
  };
  const power10 = (power) => "10" + [...String(power)].map((c) => small[c]).join("");

  const verdict = (supported) =>
    supported === null
      ? badge("unknown", translate("not_here"))
      : supported
        ? badge("supported", translate("supported"))
        : badge("challenged", translate("not_supported"));
  // What differs by rounding alone is the same.
  const multiple = (ratio) => {
    if (!(ratio < Infinity)) return "–";
    return "×" + (Math.abs(ratio - 1) < 1e-12 ? "1" : number(ratio));
  };
  // The requirement that holds a tree to its target: one that is missed, or else one that is not judged, before others.
  const asClaimed = (after, tree, i) => {
    const asked = owners
      .filter((name) => model.requirements[name].tree === i && model.requirements[name].comparison.startsWith("<"))
      .map((name) => after.required[name])
      .filter((one) => one.bound === tree.target);
    return asked.find((one) => one.holds === false) || asked.find((one) => one.holds === null) || asked[0] || null;
  };
  const treeRow = (after, tree, i) => {
    const was = before.trees[i],
      is = after.trees[i];
    const ends = (top) => [bound(top.lower, false, [tree.target]), bound(top.upper, true, [tree.target])];
    const wasOld = before.bound[i].stale,
      isOld = after.bound[i].stale;
    const cell = (top, old) =>
      make(
        "td",
        { class: "n" },
        make("b", {}, number(top.value, 3, [tree.target])),
        ...(old ? [make("br"), badge("stale", translate("stale"))] : []),
        ...(top.confidence === null ? [] : [make("br"), make("small", {}, "[" + ends(top).join(", ") + "]")]),
      );
    const never = WhatIf.impossible(after.bound[i]),
      now = never ? make("td", {}, badge("unknown", translate("not_evaluated"))) : cell(is, isOld);
    // as a requirement without a confidence, a target without one is compared with the bound of what is measured
    const bounded = is.confidence !== null && (tree.confidence !== null || Boxes.isMeasured(after.bound[i]));
    const alone = bounded ? is.upper : is.value;
    // where a claim compares the bound of independent records together, the target is met by it; once the tree is
    // changed only the command can find it
    const joint = Object.values(model.requirements).find((one) => one.tree === i && one.together !== null);
    const held = joint && !after.bound[i].touched ? Math.min(alone, joint.together) : alone;
    const perhaps = joint && held > tree.target && !(is.value > tree.target), // the estimate alone may decide
      wider = bounded && is.wider && held > tree.target && !(is.value > tree.target),
      left = wider || (perhaps && after.bound[i].touched) ? WhatIf.PROBLEMS.left : "";
    // a target with a confidence is not met by an estimate whose bound is not known, or that has none
    const missed = held > tree.target,
      unbounded = tree.confidence !== null && is.confidence === null,
      unknown = !missed && (unbounded || Number.isNaN(held) || never);
    const open = left || (unknown ? is.problem : "");
    const claimed = tree.target === null ? null : asClaimed(after, tree, i);
    const outcome = isOld
      ? badge("stale", translate("stale"))
      : claimed && claimed.holds === false
        ? judgement(claimed)
        : open
          ? make("small", {}, problem(open))
          : claimed && (!missed || (claimed.open && !(is.value > tree.target)))
            ? judgement(claimed)
            : unknown
              ? badge("unknown", translate("not_evaluated"))
              : badge(missed ? "challenged" : "supported", translate(missed ? "not_met" : "met"));
    const target = tree.target === null ? [translate("no_target")] : [limit(tree.target, true), make("br"), outcome];
    return make(
      "tbody",
      {},
      make("tr", { class: "over" }, make("th", { scope: "rowgroup", colspan: "4" }, link(tree.anchor, tree.title))),
      make(
        "tr",
        {},
        cell(was, wasOld),
        now,
        make("td", { class: "n" }, multiple(is.value / was.value)),
        make("td", {}, ...target),
      ),
      make(
        "tr",
        {},
        make(
          "td",
          { colspan: "4" },
          ...(never ? [] : [band(tree, was, is)]),
          ...(is.kept ? [make("small", {}, translate("kept_bounds"))] : []),
          ...(WhatIf.boundsLeft(is) ? [make("small", {}, translate("bounds_left"))] : []),
        ),
      ),
    );
  };
  const showTrees = (after) => {
    const table = $("whatif-trees"),
      rows = model.trees.map((tree, i) => [
        JSON.stringify([after.trees[i], after.bound[i].touched, after.bound[i].stale, asClaimed(after, tree, i)]),
        () => treeRow(after, tree, i),
      ]);
    if (table) renew(table, rows, 1);
  };
  const showRequirements = (after) => {
    const rows = owners.map((name) => [JSON.stringify(after.required[name]), () => requirementRow(after, name)]);
    if (rows.length) renew($("whatif-claims"), rows);
  };
  const requirementRow = (after, name) => {
    const wanted = model.requirements[name],
      was = before.required[name],
      is = after.required[name],
      flips = !is.open && (was.holds !== is.holds || was.stale !== is.stale);
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
            : is.isValue
              ? number(is.compared, 3, [is.bound])
              : held(is.compared, is.bound, wanted.comparison.startsWith("<")),
        make("br"),
        make(
          "small",
          {},
          sign + " " + (is.bound === null ? translate("no_bound") : limit(is.bound, wanted.comparison.startsWith("<"))),
        ),
      ),
      make("td", {}, judgement(was)),
      make(
        "td",
        {},
        judgement(is),
        ...(flips ? [make("b", {}, " " + translate("flips"))] : []),
        ...(is.holds === null && is.problem ? [make("br"), make("small", {}, problem(is.problem))] : []),
      ),
    );
  };
  // What changes, and what only the command can tell.
  const moved = (changed, open) =>
    [
      ...(changed || !open ? [changed ? counted("claims_change", changed) : translate("no_claim_changes")] : []),
      ...(open ? [counted("claims_open", open)] : []),
    ].join("; ");
  const showFlipped = (after) => {
    const flipped = flippedIn(after),
      open = flipped.filter((n) => after.rank[n] === WhatIf.UNDECIDED).length;
    const item = (n, cause) =>
      make(
        "li",
        {},
        make("b", {}, nodeLink(n)),
        " ",
        statusBadge(before.rank[n]),
        " → ",
        statusBadge(after.rank[n]),
        ...(cause !== n ? [make("small", {}, " " + translate("because") + " "), nodeLink(cause)] : []),
      );
    const rows = flipped.map((n) => {
      const cause = WhatIf.cause(model, after, n);
      return [[n, after.rank[n], cause].join(), () => item(n, cause)];
    });
    renew($("whatif-flipped"), rows);
    const head = set.size ? moved(flipped.length - open, open) : translate("nothing_changed");
    $("whatif-count").textContent = head + ".";
    return moved(flipped.length - open, open);
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

  return { verdict, showTrees, showRequirements, showFlipped, showImportance };
};
