/** Thrown by a call to a store that does not have the app installed. */
export class NotInstalledError extends Error {
  readonly shop: string;

  constructor(shop: string) {
    super(`The app is not installed in ${shop}.`);
    this.name = "NotInstalledError";
    this.shop = shop;
  }
}
