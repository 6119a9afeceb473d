export { buildPanelData, type PanelFolders, renderPanelHtml } from "./panel-html.ts";
export { listPanelPages } from "./panel-pages.ts";
