// ---- search
const query = $("query"),
  results = $("results"),
  said = $("results-count");
let index = null;
// The words of a part, those of neighbouring cells and lines apart; those of its buttons say nothing of it.
const wordsOf = (part) => {
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT),
    words = [];
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("button")) words.push(walk.currentNode.nodeValue);
  return words.join(" ").replace(/\s+/g, " ");
};
const listed = () =>
  all("[data-find]").map((part, order) => {
    const head = part.querySelector("th, h3, h4, b"),
      article = part.tagName === "ARTICLE" && !part.matches(".card");
    const shown = wordsOf(
      article ? head.parentElement : part.tagName === "LI" ? part.querySelector("summary, .leaf") : part,
    );
    const id = article ? head.parentElement.querySelector("small") : head && head.firstChild;
    const owner = part.id || part.tagName !== "P" ? part : part.nextElementSibling || part;
    const claim = Boolean(part.closest("#claims-table"));
    return {
      kind: part.dataset.find,
      id: (id ? id.textContent : "").trim(),
      text: shown,
      lower: shown.toLowerCase(),
      place: owner,
      node: -1,
      claim,
      order,
    };
  });
const entries = () => {
  mountAll();
  if (index) return index;
  index = listed();
  if ($("extent"))
    for (const { n, id, text, kind } of Board.unlisted())
      index.push({
        kind,
        id,
        text: id + " " + text,
        lower: (id + " " + text).toLowerCase(),
        place: null,
        node: n,
        claim: false,
        order: index.length,
      });
  return index;
};
// Ids first, then claims, then what says it early; in the order of the page where that is the same.
const rank = (entry, words, exact) => {
  const id = entry.id.toLowerCase();
  if (id === exact) return 0;
  if (id.startsWith(exact)) return 1;
  if (words.every((w) => id.includes(w))) return 2;
  if (entry.claim) return 3;
  return words.every((w) => entry.lower.slice(0, 200).includes(w)) ? 4 : 5;
};
// The part of a text in which the first word that was looked for stands.
const excerpt = (text, words) => {
  const at = text.toLowerCase().indexOf(words.find((w) => text.toLowerCase().includes(w)) || "");
  const start = at > 80 ? text.lastIndexOf(" ", at - 40) + 1 : 0;
  return (start ? "… " : "") + text.slice(start, start + 110) + (text.length > start + 110 ? " …" : "");
};
let places_made = 0;
const search = () => {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.replaceChildren();
  if (!words.length) {
    said.firstChild.textContent = translate("press");
    return;
  }
  const hits = entries().filter((e) => words.every((w) => e.lower.includes(w) || e.kind.toLowerCase().includes(w)));
  const exact = words.join(" ");
  hits.forEach((hit) => {
    hit.rank = rank(hit, words, exact);
  });
  hits.sort((a, b) => a.rank - b.rank || Number(b.claim) - Number(a.claim) || a.order - b.order);
  said.firstChild.textContent =
    hits.length > 30 ? translate("places_first", { n: hits.length, shown: 30 }) : counted("places", hits.length);
  for (const hit of hits.slice(0, 30)) {
    if (hit.place && !hit.place.id) hit.place.id = "place~" + ++places_made;
    const rest = hit.text.startsWith(hit.id) ? hit.text.slice(hit.id.length).trim() : hit.text;
    const link = make(
      "a",
      { href: "#" + (hit.place ? encodeURIComponent(hit.place.id) : "canvas") },
      make("b", {}, hit.id),
      " " + hit.kind + ": " + excerpt(rest, words),
    );
    if (!hit.place)
      link.addEventListener("click", (event) => {
        event.preventDefault();
        Board.reveal(hit.node);
      });
    results.append(link);
  }
};
query.addEventListener("input", search);
query.addEventListener("keydown", (event) => {
  const first = results.querySelector("a");
  if (event.key === "Enter" && first) first.click();
  if (event.key === "ArrowDown" && first) {
    first.focus();
    event.preventDefault();
  }
  if (event.key === "Escape") {
    query.value = "";
    search();
  }
});
results.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.key === "ArrowDown" && at.nextElementSibling) {
    at.nextElementSibling.focus();
    event.preventDefault();
  }
  if (event.key === "ArrowUp") {
    (at.previousElementSibling || query).focus();
    event.preventDefault();
  }
});
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    query.focus();
    event.preventDefault();
  }
});
