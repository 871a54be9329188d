// ---- a live page reloads when its case is built again; what somebody is writing is not taken away
if (document.documentElement.dataset.live) {
  const channel = new EventSource("/events?since=" + document.documentElement.dataset.live);
  let newer = false;
  // While this page is not what the files give, it says so wherever the reader has scrolled to.
  const outdated = (id, words, text) => {
    const old = $(id),
      note = make("div", { id, class: "offline", role: "alert", tabindex: "0" }, make("b", {}, words), text);
    if (old) old.replaceWith(note);
    else document.querySelector("main").prepend(note);
  };
  channel.addEventListener("rebuilt", () => {
    newer = true;
    if (dialogue.open) outdated("newer", translate("newer"), "");
    else location.reload();
  });
  dialogue.addEventListener("close", () => {
    if (newer) location.reload();
  });
  channel.addEventListener("problem", (event) => outdated("problem", translate("not_built"), event.data));
  channel.addEventListener("error", () => outdated("unreachable", translate("no_server"), ""));
  channel.addEventListener("open", () => {
    const note = $("unreachable");
    if (note) note.remove();
  });
}
document.documentElement.dataset.ready = "1";
