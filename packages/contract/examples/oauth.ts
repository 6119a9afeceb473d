import type { Example } from "../operation.ts";

export const exchangeTokenExample: Example = {
  body: {
    code: "the code of the redirect",
    client_id: "your client id",
    client_secret: "your client secret",
  },
  response: { access_token: "the token of this installation", scope: "read_products,write_products" },
};
