/** The names of a table and of its columns that contain an encrypted secret. */
export interface SealedColumns {
  table: string;
  key_id: string;
  data_key: string;
  /** The column of the secret, to which its encryption is bound. */
  ciphertext: string;
}

/** Every column with an encrypted secret. A rotation of the secret key encrypts the data keys of these secrets again. */
export const sealedColumns: readonly SealedColumns[] = [
  { table: "app_secrets", key_id: "key_id", data_key: "data_key", ciphertext: "ciphertext" },
  { table: "authenticator_apps", key_id: "key_id", data_key: "data_key", ciphertext: "ciphertext" },
  { table: "mails", key_id: "key_id", data_key: "data_key", ciphertext: "ciphertext" },
  { table: "mails", key_id: "html_key_id", data_key: "html_data_key", ciphertext: "html_ciphertext" },
];
