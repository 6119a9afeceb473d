/** The app was asked to call a shop that it has no token for. */
export class NotInstalledError extends Error {
  readonly shop: string;

  constructor(shop: string) {
    super(`The app is not installed in ${shop}.`);
    this.name = "NotInstalledError";
    this.shop = shop;
  }
}
