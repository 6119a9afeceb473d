// What panels need for their texts, without the components: modules that run in Node, too, such as tests, import it from here.
export { describeFieldError } from "../form/field-text.ts";
export { createTexts } from "./create-texts.ts";
export { formatList } from "./format-list.ts";
export { formatNumber } from "./format-number.ts";
export type { Translation } from "./message-types.ts";
