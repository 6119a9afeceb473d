/** What an app keeps of one shop. The access token is a secret: it belongs in no log, no page and no address. */
export interface Installation {
  /** The shop's hostname. */
  shop: string;
  /** The shop's place in the admin. */
  host_url: string;
  access_token: string;
  /** Granted scopes, comma-separated. */
  scope: string;
  /** ISO 8601, by the platform's clock. */
  installed_at: string;
  /** What the app is subscribed to, in one word; empty when subscribing has yet to succeed. */
  subscribed: string;
}

/**
 * Where an app keeps its installations, one for each shop (INS-22). A store of your own passes `tokenStoreBattery`, from
 * `@souk/app-sdk/testing`.
 */
export interface TokenStore {
  /** The installation of a shop; null when there is none. */
  load(shop: string): Promise<Installation | null>;
  /** Keeps an installation in place of the shop's earlier one; once it has answered, every process loads it. */
  save(installation: Installation): Promise<void>;
  /**
   * Forgets a shop if what is kept still has this token, in one step: an installation that was made in the meantime stays.
   * @returns whether something was forgotten
   */
  remove(shop: string, accessToken: string): Promise<boolean>;
  /** Every installed shop, sorted. */
  shops(): Promise<string[]>;
}
