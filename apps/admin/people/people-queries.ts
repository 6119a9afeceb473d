import type { OperationResponse, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export type Member = OperationResponse<typeof operations.updateMember>["member"];
export type Invitation = OperationResponse<typeof operations.listInvitations>["invitations"][number];
export type SentInvitation = OperationResponse<typeof operations.createInvitation>["invitation"];

/** Queries refetched when a member is added, removed or changed. */
export const stalePeople = [["members"], ["invitations"], ["audit_entries"]] as const;

/** Load the store's staff, a page at a time. */
export function useMembers(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["members", { page }],
    queryFn: ({ signal }) => admin.members.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Load the open invitations, a page at a time. */
export function useInvitations(page: number) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["invitations", { page }],
    queryFn: ({ signal }) => admin.invitations.list({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Return a person's name, else the email address. */
export function getDisplayName({ name, email }: Pick<Member, "name" | "email">): string {
  return name === "" ? email : name;
}
