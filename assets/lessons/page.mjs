/** The page of a lesson, as the program serves it. */
import { HttpSource } from "../sources/http.mjs";
import { begin } from "./lesson.mjs";
import * as pending from "./pending.mjs";

begin(document, new HttpSource(document.body.dataset.api ?? ""));
pending.mount(document);
