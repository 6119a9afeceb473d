import { type Operation, surfaces } from "@souk/contract";

/** Build the full path of an operation below its host, with parameters as `:name`. */
export function getFullPath(operation: Operation): string {
  return `${surfaces[operation.surface].base}${operation.path}`;
}
