import { findMissingRights, pageRights, type Right, type StorePage } from "@souk/contract";
import { useStore } from "@souk/ui";

/**
 * Return a function that checks whether the signed-in person has at least one of the given rights in this store. The server
 * also checks the rights. If the person's role changes, pages show the change after the next full page load.
 */
export function usePermissions(): (...anyRights: readonly Right[]) => boolean {
  const { rights } = useStore();
  return (...anyRights) => anyRights.some((right) => rights.includes(right));
}

/** Return null if the signed-in person may open a page; otherwise the rights of which the person needs at least one to open it. */
export function useMissingPageRights(page: StorePage): readonly Right[] | null {
  const { rights } = useStore();
  return findMissingRights(pageRights[page], new Set(rights));
}

/** Return a function that checks whether the signed-in person may open a page. */
export function usePageAccess(): (page: StorePage) => boolean {
  const { rights } = useStore();
  return (page) => findMissingRights(pageRights[page], new Set(rights)) === null;
}
