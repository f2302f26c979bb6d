import "@fonts/fonts.css";
import "katex/dist/katex.min.css";
import "./styles/page.css";
import { EngineError, loadEngine } from "@engine";
import { mount } from "svelte";
import App from "./shell/App.svelte";
import { lookUp } from "./state/look-up";
import { Lesson } from "./state/lesson.svelte";

const target = document.getElementById("app")!;

try {
  const engine = await loadEngine();
  target.replaceChildren();
  mount(App, { target, props: { lesson: new Lesson(engine, lookUp) } });
} catch (error) {
  const message = document.createElement("p");
  message.className = "fatal";
  message.textContent =
    error instanceof EngineError
      ? error.message
      : "The lesson's engine could not be loaded. If you opened the file from a folder, serve it with any web server; otherwise load the page again.";
  target.replaceChildren(message);
  if (!(error instanceof EngineError)) throw error;
}
