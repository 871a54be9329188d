// ---- cards: filter by text, severity and status
all("[data-cards]").forEach((tools) => {
  const cards = all(".card", $(tools.dataset.cards)),
    status = tools.querySelector("[role=status]");
  const apply = () => {
    const words = tools.querySelector("[data-filter=text]").value.toLowerCase().split(/\s+/).filter(Boolean);
    const severity = tools.querySelector("[data-filter=severity]").value,
      state = tools.querySelector("[data-filter=status]").value;
    let left = 0;
    for (const card of cards) {
      const stays =
        (!severity || card.dataset.severity === severity) &&
        (!state || card.dataset.status === state) &&
        words.every((w) => card.textContent.toLowerCase().includes(w));
      card.hidden = !stays;
      left += stays;
    }
    status.textContent = left === cards.length ? "" : translate("shown", { n: left, count: cards.length });
  };
  tools.addEventListener("input", apply);
});

// ---- findings in drawings: a flag at the lower left corner of the part
const flag = (canvas) => {
  for (const [anchor, css, word, said] of model.raised)
    for (const part of canvas.querySelectorAll('a[href="#' + CSS.escape(anchor).replace(/"/g, '\\"') + '"]')) {
      const box = part.querySelector("rect, path, polygon");
      if (!box || part.querySelector(".flag")) continue;
      const { x, y: upper, height } = box.getBBox(),
        y = upper + height,
        NS = "http://www.w3.org/2000/svg",
        width = 12 + 6.2 * word.length;
      const group = document.createElementNS(NS, "g"),
        back = document.createElementNS(NS, "rect"),
        text = document.createElementNS(NS, "text"),
        title = document.createElementNS(NS, "title");
      group.setAttribute("class", "flag " + css);
      for (const [key, value] of Object.entries({ x: x + 6, y: y - 7, width, height: 14, rx: 3 }))
        back.setAttribute(key, value);
      for (const [key, value] of Object.entries({ x: x + 6 + width / 2, y: y + 3.5, class: "s m b" }))
        text.setAttribute(key, value);
      title.textContent = said;
      text.textContent = word;
      group.append(title, back, text);
      part.append(group);
    }
};
if (model.raised.length) {
  all(".canvas")
    .filter((canvas) => !canvas.querySelector("script"))
    .forEach(flag);
  addEventListener("mounted", (event) => flag(event.target));
}

// ---- acts of a review: written by the server of this page, or shown as the command that does the same
const dialogue = $("act"),
  form = $("act-form"),
  live = document.documentElement.dataset.live;
const ACTS = {
  add: {
    title: () => translate("raise"),
    command: ["add"],
    options: [
      ["target", "--target"],
      ["severity", "--severity"],
      ["category", "--category"],
      ["clause", "--clause"],
    ],
  },
  respond: { title: (id) => translate("answer", { id }), command: ["respond"], options: [] },
  close: { title: (id) => translate("decide", { id }), command: ["close"], options: [["status", "--as"]] },
  sign: {
    title: () => translate("sign"),
    command: ["sign"],
    options: [
      ["decision", "--decision"],
      ["target", "--target"],
      ["override", "--override"],
    ],
  },
  discharge: {
    title: (id) => translate("discharge", { id }),
    command: ["discharge"],
    options: [["condition", "--condition"]],
  },
};
const COMMON = [
  ["text", "--text"],
  ["evidence", "--evidence"],
  ["conditions", "--condition"],
  ["by", "--by"],
  ["role", "--role"],
  ["independence", "--independence"],
  ["organisation", "--organisation"],
  ["baseline", "--baseline"],
];
const LISTS = new Set(["evidence", "conditions"]),
  PERSON = ["by", "role", "independence", "organisation"];
let act = "add";
const shellQuote = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");
const fields = () => all("[name]", form).filter((field) => !field.closest(".field").hidden);
const given = () =>
  Object.fromEntries(
    fields().map((field) => [
      field.name,
      LISTS.has(field.name)
        ? field.value
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean)
        : field.value.trim(),
    ]),
  );
const showCommand = () => {
  const values = given(),
    parts = ["casegen review", ...ACTS[act].command, shellQuote(model.folder)];
  for (const name of ["finding", "sign_off"]) if (values[name]) parts.push(shellQuote(values[name]));
  for (const [name, option] of [...ACTS[act].options, ...COMMON])
    for (const value of [values[name] || []].flat()) parts.push(option + " " + shellQuote(value));
  $("act-command").textContent = parts.join(" ");
};
const complain = (errors) => {
  const box = $("act-errors");
  fields().forEach((field) => {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  });
  box.hidden = !errors.length;
  box.replaceChildren(
    ...(errors.length
      ? [
          make("p", {}, make("b", {}, translate("not_recorded"))),
          make(
            "ul",
            {},
            ...errors.map((error, i) => {
              const field = error.field && form.elements[error.field];
              if (field) {
                field.setAttribute("aria-invalid", "true");
                field.setAttribute("aria-describedby", "act-error-" + i);
              }
              return make("li", { id: "act-error-" + i }, error.message + (error.hint ? " (" + error.hint + ")" : ""));
            }),
          ),
        ]
      : []),
  );
  const first = form.querySelector("[aria-invalid=true]");
  if (errors.length) (first || box).focus();
};
// The part that is read at the moment is the likely target.
const looked = () => {
  const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const name = part && part.matches("tr, article, li") ? part.querySelector("th, .head small, b") : null;
  return name ? name.firstChild.textContent.trim() : "";
};
const openAct = (name, finding, condition) => {
  act = name;
  all(".field[data-for]", form).forEach((field) => {
    field.hidden = !field.dataset.for.split(" ").includes(act);
  });
  ["text", "evidence", "conditions", "category", "clause", "override", "condition"].forEach((field) => {
    form.elements[field].value = "";
  });
  form.elements.finding.value = finding || "";
  form.elements.sign_off.value = finding || "";
  form.elements.condition.value = condition || "";
  form.elements.target.value = act === "add" ? looked() : "";
  $("act-title").textContent = ACTS[act].title(finding);
  if (!$("act-targets").childElementCount)
    $("act-targets").append(...model.targets.slice(0, 3000).map((value) => make("option", { value })));
  complain([]);
  showCommand();
  dialogue.showModal();
  (act === "add" ? form.elements.target : form.elements.text).focus();
};
try {
  const who = JSON.parse(localStorage.getItem("casegen reviewer")) || {};
  PERSON.forEach((name) => {
    if (typeof who[name] === "string") form.elements[name].value = who[name] || form.elements[name].value;
  });
} catch {
  /* no storage here: names are typed again */
}
form.addEventListener("input", showCommand);
$("act-cancel").addEventListener("click", () => dialogue.close());
$("act-copy").addEventListener("click", (event) => copy($("act-command"), event.target));
all("[data-act]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () =>
    openAct(button.dataset.act, button.dataset.finding || button.dataset.signOff, button.dataset.condition),
  );
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!live) return;
  const values = given(),
    send = form.querySelector("[type=submit]");
  try {
    localStorage.setItem(
      "casegen reviewer",
      JSON.stringify(Object.fromEntries(PERSON.map((name) => [name, form.elements[name].value]))),
    );
  } catch {
    /* as above */
  }
  send.disabled = true;
  let answer;
  try {
    const reply = await fetch("/review", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Casegen-Token": model.token,
        "X-Casegen-Shown": document.documentElement.dataset.shown,
      },
      body: JSON.stringify({ act, ...values }),
    });
    answer = await reply.json();
  } catch {
    answer = { errors: [{ field: "", message: translate("no_answer"), hint: translate("no_answer_hint") }] };
  }
  send.disabled = false;
  if (answer.errors) {
    complain(answer.errors);
    return;
  }
  location.hash = answer.anchor;
  location.reload();
});
