import "@fonts/fonts.css";
import "@fonts/katex.css";
import "./styles/page.css";
import "./styles/forced-colors.css";
import "./styles/text.css";
import "./styles/tables.css";
import { EngineError, loadEngine } from "@engine";
import { mount } from "svelte";
import App from "./shell/App.svelte";
import { Lesson, type LookUp } from "./state/lesson.svelte";
import { readLink } from "./state/link";
import { stageOf } from "./state/stages";

/** Whoever looks no sentence up need not load how. */
const lookUp: LookUp = async (sentence, engine) =>
  (await import("./state/look-up")).lookUp(sentence, engine);

const target = document.getElementById("app")!;

try {
  // The stage's own code travels while the engine does; whoever shows it reports what goes wrong.
  stageOf(readLink(location.hash, "").stage)
    .load()
    .catch(() => undefined);
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
