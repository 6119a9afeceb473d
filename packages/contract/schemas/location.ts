import { Type } from "typebox";
import { id, timestamp } from "./common.ts";
import { getInputSchemas, getResponseSchemas } from "./field-table.ts";
import { locationFields } from "./location-fields.ts";

const { code, ...fields } = getResponseSchemas(locationFields);

/** Place that holds stock. Exactly one location is primary (INV-9). */
export const location = Type.Object({
  id,
  location_id: Type.Integer({ description: "Same as `id`." }),
  code,
  name: Type.String({ description: "Name of the location." }),
  ...fields,
  created_at: timestamp,
  updated_at: timestamp,
});

const name = Type.String({ minLength: 1, maxLength: 255 });

const otherFields = getInputSchemas(locationFields);

/** Fields of a new location. The code is generated from the name if omitted. */
export const locationCreate = Type.Object({ name, ...otherFields });

/** Fields that can be updated. Omitted fields are left unchanged. */
export const locationUpdate = Type.Object({ name: Type.Optional(name), ...otherFields });
