/**
 * The data that an app stores about one store. The access token is a secret. Never put it into a log, a page or a URL.
 */
export interface Installation {
  /** The store's hostname. */
  shop: string;
  /** The URL of the store's admin. */
  host_url: string;
  access_token: string;
  /** The granted scopes, separated by commas. */
  scope: string;
  /** The time of installation in ISO 8601, by the platform's clock. */
  installed_at: string;
  /** A hash of the app's subscriptions; empty until subscribing has succeeded. */
  subscribed: string;
}

/**
 * Storage of an app's installations, one for each store (INS-22). Test your own implementation with `tokenStoreTests` from
 * `@souk/app-sdk/testing`.
 */
export interface TokenStore {
  /** Load the installation of a store; null if the app is not installed there. */
  load(shop: string): Promise<Installation | null>;
  /** Save an installation, replacing the store's earlier one. After that, every process loads the new one. */
  save(installation: Installation): Promise<void>;
  /**
   * Remove a store's installation if it still has this token. This must be atomic, so that a newer installation is kept.
   * @returns whether an installation was removed
   */
  remove(shop: string, accessToken: string): Promise<boolean>;
  /** List every store that has the app installed, sorted. */
  shops(): Promise<string[]>;
}
