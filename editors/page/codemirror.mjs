// What the page uses of CodeMirror: `build` makes one file of it.
export { EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, drawSelection, keymap } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
