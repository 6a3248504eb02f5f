// Light, dark, or as the system has it; kept on this device.
const KEY = "voicegame-theme";
const NEXT = { auto: "dark", dark: "light", light: "auto" };
const NAME = { auto: "Colours: auto", dark: "Colours: dark", light: "Colours: light" };

export function themed(button) {
  let theme = "auto";
  try {
    theme = localStorage.getItem(KEY) ?? "auto";
  } catch {
    // storage may be forbidden; then it is as the system has it
  }
  const apply = () => {
    document.documentElement.dataset.theme = theme;
    button.textContent = NAME[theme] ?? NAME.auto;
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme] ?? "auto";
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // not kept, but shown
    }
    apply();
  });
  apply();
}
