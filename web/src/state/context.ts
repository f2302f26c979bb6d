/** How components reach the lesson's state and the world whose numbers they show. */
import { createContext } from "svelte";
import type { Lesson } from "./lesson.svelte";
import type { Nearby } from "./nearby.svelte";
import type { World } from "./quantities";

export const [getLesson, setLesson] = createContext<Lesson>();

/** The world is given as a function, since the current sequence's is a new one after every change. */
export const [getWorld, setWorld] = createContext<() => World>();

/** The part of the page that a figure belongs to: it may be out of sight. */
export const [getNearby, setNearby] = createContext<Nearby>();
