export { createQuoteRates } from "./quote-rates.ts";
export { answerMs } from "./rate-question.ts";
export { shippingRoutes } from "./routes.ts";
