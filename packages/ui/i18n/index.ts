// The functions that panels need for their texts, without the components. Modules that also run in Node, such as tests, import them
// from here.
export { describeFieldError } from "../form/field-text.ts";
export { createTexts } from "./create-texts.ts";
export { formatList } from "./format-list.ts";
export { formatNumber } from "./format-number.ts";
export type { Translation } from "./message-types.ts";
