import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

type ListOptions = NonNullable<Parameters<ReturnType<typeof useAdminConsole>["audit_entries"]["list"]>[0]>;
type AuditQuery = NonNullable<ListOptions["query"]>;

export type AuditEntry = OperationResponse<typeof operations.listAuditEntries>["audit_entries"][number];

/** Load a filtered page of the audit log. */
export function useAuditEntries(auditQuery: AuditQuery) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["audit_entries", auditQuery],
    queryFn: ({ signal }) => admin.audit_entries.list({ query: auditQuery, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Load the choices of the actor filter: the store's first 250 members of staff, with values like `account:4`, and its first
 * 250 apps, with values like `app:sync`.
 */
export function useActorChoices(): { value: string; label: string }[] {
  const admin = useAdminConsole();
  const members = useQuery({
    queryKey: ["members", "actors"],
    queryFn: ({ signal }) => admin.members.list({ query: { limit: 250 }, signal }),
  });
  const apps = useQuery({
    queryKey: ["installed_apps", "actors"],
    queryFn: ({ signal }) => admin.installs.list({ query: { limit: 250 }, signal }),
  });
  return [
    ...(members.data?.members ?? []).map(({ id, name, email }) => ({
      value: `account:${id}`,
      label: name === "" ? email : name,
    })),
    ...(apps.data?.apps ?? []).map(({ handle, name }) => ({ value: `app:${handle}`, label: name })),
  ];
}
