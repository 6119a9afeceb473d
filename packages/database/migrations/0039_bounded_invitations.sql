-- What was sent of invitations is counted before another is: to the address, of the shop.
create index mails_invitations on mails (store_id, created_at) where kind = 'invitation';
create index mails_invitations_to on mails (lower(recipient), created_at) where kind = 'invitation';
