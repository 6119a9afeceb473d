import type { Queryable } from "@souk/database";

/** A location to be made; what is not given stays empty. */
export interface NewLocation {
  code: string;
  name: string;
  address1?: string;
  city?: string;
  province_code?: string;
  country_code?: string;
  zip?: string;
  phone?: string;
  is_primary?: boolean;
}

const text = `
  insert into locations (store_id, code, name, address1, city, province_code, country_code, zip, phone, is_primary)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`;

/** Makes a location of a store. @returns its id */
export async function createLocation(tx: Queryable, storeId: number, location: NewLocation): Promise<number> {
  const { code, name, is_primary = false } = location;
  const { address1 = "", city = "", province_code = "", country_code = "", zip = "", phone = "" } = location;
  const values = [storeId, code, name, address1, city, province_code, country_code, zip, phone, is_primary];
  const { rows } = await tx.query<{ id: number }>(text, values);
  const made = rows[0];
  if (!made) throw new Error("The location was not made.");
  return made.id;
}

/** Makes the primary location that every store has from its first moment (INV-9). */
export async function createPrimaryLocation(tx: Queryable, store: { id: number }): Promise<void> {
  await createLocation(tx, store.id, { code: "main", name: "Main location", is_primary: true });
}
