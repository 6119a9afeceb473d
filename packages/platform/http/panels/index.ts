export { type PanelFolders, panelData, panelDocument } from "./panel-document.ts";
export { panelPages } from "./panel-pages.ts";
