// Copies the text of an element; where there is no clipboard the text is selected instead.
const copy = async (element, button) => {
  let done = false;
  try {
    await navigator.clipboard.writeText(element.textContent);
    done = true;
  } catch {
    /* see above */
  }
  if (!done) getSelection().selectAllChildren(element);
  const was = button.dataset.was || (button.dataset.was = button.textContent);
  button.textContent = done ? translate("copied") : translate("selected");
  setTimeout(() => {
    button.textContent = was;
  }, 2500);
};

// ---- of a large case, what is long is parsed after the rest can be used; without scripts it is there at once
const late = all("noscript.late");
const lateDone = [];
const mountLate = () => {
  const part = late.shift();
  if (!part) return false;
  part.insertAdjacentHTML("afterend", part.textContent);
  part.remove();
  if (!late.length) {
    lateDone.forEach((then) => then());
    document.documentElement.dataset.whole = "1";
  }
  return true;
};
const mountAll = () => {
  while (mountLate());
};
const whenWhole = (then) => {
  if (late.length) lateDone.push(then);
  else then();
};
const idle = window.requestIdleCallback || ((then) => setTimeout(then, 50));
const mountInTurn = () => {
  if (mountLate()) idle(mountInTurn, { timeout: 2000 });
};
if (late.length) setTimeout(() => idle(mountInTurn, { timeout: 2000 }), 300);
else document.documentElement.dataset.whole = "1";
addEventListener("beforeprint", mountAll);

// ---- theme, print, tools that need scripts
const theme = $("theme"),
  dark = matchMedia("(prefers-color-scheme: dark)");
const setTheme = (on) => {
  document.documentElement.dataset.theme = on ? "dark" : "light";
  theme.setAttribute("aria-pressed", String(on));
};
theme.setAttribute("aria-pressed", String(dark.matches));
dark.addEventListener("change", () => {
  delete document.documentElement.dataset.theme;
  theme.setAttribute("aria-pressed", String(dark.matches));
});
theme.addEventListener("click", () => setTheme(theme.getAttribute("aria-pressed") !== "true"));
$("print").addEventListener("click", () => window.print());
all(".tools[hidden], button[data-fit][hidden]").forEach((tool) => {
  tool.hidden = false;
});
// A drawing a little too wide is shown whole; a much wider one keeps its size and scrolls.
const mount = (canvas) => {
  const kept = canvas.querySelector("script");
  if (!kept) return;
  canvas.innerHTML = kept.textContent;
  canvas.style.height = "";
  canvas.dispatchEvent(new Event("mounted", { bubbles: true }));
  home(canvas);
};
// What does not fit begins at its uppermost part, not at an empty corner.
const home = (canvas) => {
  if (canvas.scrollWidth <= canvas.clientWidth + 1 || canvas.scrollLeft) return;
  const places = all("svg .box, svg .shape", canvas)
    .map((part) => part.getBoundingClientRect())
    .sort((a, b) => a.top - b.top || a.left - b.left);
  if (places.length)
    canvas.scrollLeft =
      places[0].left + places[0].width / 2 - canvas.getBoundingClientRect().left - canvas.clientWidth / 2;
};
const waiting = all(".canvas[data-height]");
const near = new IntersectionObserver(
  (entries) =>
    entries.forEach((entry) => {
      if (entry.isIntersecting) {
        near.unobserve(entry.target);
        mount(entry.target);
      }
    }),
  { rootMargin: "800px" },
);
waiting.forEach((canvas) => {
  canvas.style.height = Number(canvas.dataset.height) + 22 + "px";
  near.observe(canvas);
});
addEventListener("beforeprint", () => waiting.forEach(mount));
const seenFirst = new IntersectionObserver(
  (entries) =>
    entries.forEach((entry) => {
      if (entry.isIntersecting) {
        seenFirst.unobserve(entry.target);
        home(entry.target);
      }
    }),
  { rootMargin: "400px" },
);
all(".canvas:not([data-height])").forEach((canvas) => seenFirst.observe(canvas));
const room = (document.querySelector("figure.sheet") || document.body).clientWidth - 22;
all("button[data-fit]").forEach((button) => {
  const figure = button.closest("figure"),
    wide = Number(
      figure.querySelector(".canvas").dataset.width || figure.querySelector("svg.drawing").getAttribute("width"),
    );
  button.hidden = wide <= room;
  button.setAttribute("aria-pressed", String(figure.classList.toggle("fit", wide > room && wide <= 1.5 * room)));
  button.addEventListener("click", () => {
    const on = figure.classList.toggle("fit");
    button.setAttribute("aria-pressed", String(on));
  });
});
addEventListener("beforeprint", () =>
  all("details").forEach((d) => {
    d.dataset.was = d.open ? "1" : "";
    d.open = true;
  }),
);
addEventListener("afterprint", () =>
  all("details").forEach((d) => {
    d.open = d.dataset.was === "1";
  }),
);

// ---- links open whatever hides their target
const reveal = () => {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    /* a fragment that is no URI text is used as it is */
  }
  if (id && !$(id)) mountAll();
  const target = id && $(id);
  if (!target) return;
  let hidden = false;
  for (let up = target; up; up = up.parentElement) {
    if (up.tagName === "DETAILS") up.open = true;
    hidden ||= up.hidden;
    if (up.hidden) up.hidden = false;
  }
  if (hidden) dispatchEvent(new Event("revealed"));
  const own = target.querySelector(":scope > details");
  if (own) own.open = true;
  // What comes into view may grow while it is laid out: scroll until the target stays where it is.
  const block = /^(SECTION|H2|H3|ARTICLE|FIGURE)$/.test(target.tagName) ? "start" : "center";
  let before = null,
    left = 12;
  const settle = () => {
    target.scrollIntoView({ block, behavior: "instant" });
    const now = Math.round(target.getBoundingClientRect().top);
    if (now !== before && left--) {
      before = now;
      requestAnimationFrame(settle);
    }
  };
  settle();
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
};
addEventListener("hashchange", reveal);
// A link to the place that the address names already changes nothing, so no event is sent for it.
document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href^='#']");
  if (link && link.getAttribute("href") === location.hash) {
    event.preventDefault();
    reveal();
  }
});
if (location.hash) requestAnimationFrame(reveal);

// ---- which section is read
const places = new Map(all(".side nav a").map((a) => [a.getAttribute("href").slice(1), a]));
const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        places.forEach((a) => a.removeAttribute("aria-current"));
        const a = places.get(entry.target.id);
        if (a) a.setAttribute("aria-current", "true");
      }
  },
  { rootMargin: "-15% 0px -75% 0px" },
);
all("main > section").forEach((section) => seen.observe(section));
