import { type Operation, surfaces } from "@souk/contract";

/** The full path of an operation below its host, with its parameters as `:name`. */
export function pathOf(operation: Operation): string {
  return `${surfaces[operation.surface].base}${operation.path}`;
}
