import { type Operation, surfaces } from "@souk/contract";

/** Return the full path of an operation on its host, with parameters as `:name`. */
export function getFullPath(operation: Operation): string {
  return `${surfaces[operation.surface].base}${operation.path}`;
}
