import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Member = OperationResponse<typeof operations.updateMember>["member"];
export type Invitation = OperationResponse<typeof operations.listInvitations>["invitations"][number];
export type SentInvitation = OperationResponse<typeof operations.createInvitation>["invitation"];

/** The key prefixes of all queries to refetch after a staff member or invitation is added, changed or removed. */
export const queriesShowingStaff = [["members"], ["invitations"], ["audit_entries"]] as const;

/** Load a page of the store's staff. */
export function useMembers(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["members", { page }],
    queryFn: ({ signal }) => admin.members.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Load a page of the store's pending invitations. */
export function useInvitations(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["invitations", { page }],
    queryFn: ({ signal }) => admin.invitations.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Return a staff member's name; if it is empty, the email address. */
export function getDisplayName({ name, email }: Pick<Member, "name" | "email">): string {
  return name === "" ? email : name;
}
