// A table carried by hand: what stands behind the # of a link goes into the form, and the phone's own sheet sends link and file.
(() => {
  "use strict";
  const form = document.querySelector("[data-carried]");
  const carried = location.hash.slice(1);
  if (form && carried) {
    form.querySelector("textarea").value = carried;
    // A reload, or the way back, must not send it again.
    history.replaceState(null, "", location.pathname);
    form.submit();
  }

  const sendLink = document.querySelector("[data-send-link]");
  if (sendLink && (navigator.share || navigator.clipboard)) {
    const url = document.querySelector(".link").value;
    sendLink.hidden = false;
    sendLink.addEventListener("click", async () => {
      try {
        if (navigator.share) return await navigator.share({ title: document.title, url });
        await navigator.clipboard.writeText(url);
        sendLink.textContent = sendLink.dataset.copied;
      } catch { /* the sheet was closed again */ }
    });
  }

  // Phones send plain text everywhere, and JSON nowhere.
  const sendFile = document.querySelector("[data-send-file]");
  const asFile = (text) => new File([text], `${sendFile.dataset.name}.txt`, { type: "text/plain" });
  if (sendFile && navigator.canShare && navigator.canShare({ files: [asFile("")] })) {
    sendFile.hidden = false;
    let text;
    // Fetched before: a tap that waits for an answer is none any more.
    fetch(sendFile.dataset.sendFile).then((answer) => answer.ok && answer.text()).then((read) => { text = read; }, () => {});
    sendFile.addEventListener("click", () => {
      if (text) navigator.share({ files: [asFile(text)] }).catch(() => {});
      else location.assign(sendFile.dataset.sendFile);
    });
  }
})();
