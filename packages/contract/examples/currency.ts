import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const ringgit = {
  id: 1,
  code: "MYR",
  rate: "1",
  is_default: true,
  rounding: null,
  created_at: "2026-11-02T09:15:04.120+08:00",
  updated_at: "2026-11-02T09:15:04.120+08:00",
};

const dollar = {
  ...ringgit,
  id: 2,
  code: "SGD",
  rate: "0.3057",
  is_default: false,
  rounding: "0.05",
  created_at: "2026-11-20T16:46:38.000+08:00",
  updated_at: "2026-11-20T16:46:38.000+08:00",
};

export const listCurrenciesExample: Example = { response: buildListResponse("currencies", ringgit) };

export const countCurrenciesExample: Example = { response: { count: 1 } };

export const getCurrencyExample: Example = { params: { id: "1" }, response: { currency: ringgit } };

export const createCurrencyExample: Example = {
  body: { currency: { code: "SGD", rate: "0.3057", rounding: "0.05" } },
  response: { currency: dollar },
};

export const updateCurrencyExample: Example = {
  params: { id: "SGD" },
  body: { currency: { rate: 0.3061, rounding: null } },
  response: { currency: { ...dollar, rate: "0.3061", rounding: null } },
};

export const deleteCurrencyExample: Example = { params: { id: "SGD" }, response: {} };
