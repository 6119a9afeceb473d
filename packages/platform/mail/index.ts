export type { CustomerMailPlace, MailCounts } from "./customer-mails.ts";
export { createMailCarrier } from "./mail-carrier.ts";
export { deleteMailsBefore } from "./mail-store.ts";
export { mailboxPage } from "./mailbox-page.ts";
export { createPost, type Post } from "./post.ts";
