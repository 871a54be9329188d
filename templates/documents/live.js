// ---- a live page reloads when its case is built again; what somebody is writing is not taken away
if (document.documentElement.dataset.live) {
  const channel = new EventSource("/events?since=" + document.documentElement.dataset.live);
  let newer = false;
  channel.addEventListener("rebuilt", () => { newer = true; if (!dialogue.open) location.reload(); });
  dialogue.addEventListener("close", () => { if (newer) location.reload(); });
  channel.addEventListener("problem", (event) => {
    let note = $("problem");
    if (!note) { note = make("div", { id: "problem", class: "offline", role: "alert" }); document.querySelector("main").prepend(note); }
    note.textContent = event.data;
  });
}
document.documentElement.dataset.ready = "1";
