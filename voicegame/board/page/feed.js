// The stream of the host, and what goes back. A lost connection is taken up again by the browser, from the last event.

// handlers: view(view, age), event(event), buzz(data, age), notice(data, age), link(state)
export function follow(handlers) {
  const source = new EventSource("events");
  let ended = false;
  source.onopen = () => handlers.link?.("on");
  source.onerror = () => handlers.link?.(ended ? "ended" : "lost");
  source.onmessage = (message) => handlers.event?.(JSON.parse(message.data), message.lastEventId);
  for (const kind of ["view", "buzz", "notice"])
    source.addEventListener(kind, (message) => {
      const data = JSON.parse(message.data);
      if (kind === "view") ended = data.view.over;
      handlers[kind]?.(data[kind], data.age);
    });
  source.addEventListener("bye", () => {
    ended = true;
    source.close();
    handlers.link?.("ended");
  });
  return source;
}

// Sends a line; returns a sentence if it was not taken, else "".
export const say = (text, as = null) => post("say", { text, as });
export const buzz = (as) => post("buzz", { as });

async function post(where, body) {
  try {
    const answer = await fetch(where, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.ok ? "" : (await answer.text()).trim();
  } catch {
    return "The host can't be reached.";
  }
}

export const LINK = { on: "", lost: "Connection lost: trying again", ended: "The host has left; this is how it stood" };
