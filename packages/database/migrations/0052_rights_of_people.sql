-- People have rights, apps have scopes. A role is a list of rights (packages/contract/access); `rights` has the rights that were
-- chosen for a person with the role `custom`, and is empty for every other role.
alter table memberships add column rights text[] not null default '{}';
alter table invitations add column rights text[] not null default '{}';
alter table memberships drop constraint memberships_role_check;
alter table invitations drop constraint invitations_role_check;

-- The rights that allow what a list of scopes has allowed a person so far. A scope that let people only open apps
-- (snippets, script tags, writing of shipping settings, fulfillments without orders) has no right.
create function rights_of_scopes(scopes text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(mapped.name order by mapped.position), '{}') from (values
    (1, 'orders.view', '{read_orders}'::text[]),
    (2, 'orders.edit', '{write_orders}'),
    (3, 'orders.record_payments', '{write_orders}'),
    (4, 'orders.fulfill', '{write_orders,write_fulfillments}'),
    (5, 'orders.refund', '{write_orders}'),
    (6, 'orders.cancel', '{write_orders}'),
    (7, 'returns.view', '{read_returns}'),
    (8, 'returns.edit', '{write_returns}'),
    (9, 'products.view', '{read_products}'),
    (10, 'products.edit', '{write_products}'),
    (11, 'tags.view', '{read_tags}'),
    (12, 'tags.edit', '{write_tags}'),
    (13, 'stock.view', '{read_products}'),
    (14, 'stock.set', '{write_products}'),
    (15, 'purchasing.view', '{read_purchasing}'),
    (16, 'purchasing.edit', '{write_purchasing}'),
    (17, 'purchasing.receive', '{write_purchasing}'),
    (18, 'customers.view', '{read_customers}'),
    (19, 'customers.edit', '{write_customers}'),
    (20, 'customers.credit', '{write_customers}'),
    (21, 'customer_attributes.view', '{read_customer_attributes}'),
    (22, 'customer_attributes.edit', '{write_customer_attributes}'),
    -- Every member has seen the home page, and could export what they could read.
    (23, 'reports.view', '{}'),
    (24, 'exports.create', '{}'),
    (25, 'locations.edit', '{write_locations}'),
    (26, 'shipping.view', '{read_shipping}'),
    (27, 'settings.view', '{read_store}'),
    (28, 'settings.edit', '{write_store}'),
    (29, 'currencies.view', '{read_currencies}'),
    (30, 'currencies.edit', '{write_currencies}')
  ) as mapped (position, name, required) where mapped.required <@ scopes
$$;

-- Whoever could open an app by their scopes keeps the access to that app.
update memberships member set role = 'custom', rights = rights_of_scopes(member.scopes),
  installation_ids = array(
    select installed.id from installations installed
    where installed.store_id = member.store_id and installed.status <> 'uninstalled'
      and (installed.scopes <@ member.scopes or installed.id = any(member.installation_ids))
    order by installed.id)
where member.role = 'staff';
update invitations invitation set role = 'custom', rights = rights_of_scopes(invitation.scopes),
  installation_ids = array(
    select installed.id from installations installed
    where installed.store_id = invitation.store_id and installed.status <> 'uninstalled'
      and (installed.scopes <@ invitation.scopes or installed.id = any(invitation.installation_ids))
    order by installed.id)
where invitation.role = 'staff';
drop function rights_of_scopes(text[]);

-- The triggers of updates name the columns, so they are replaced before a column is dropped.
select souk_audit_table('memberships', 'member', 'account_id', '', '', 'store_id account_id created_at');
select souk_audit_table('invitations', 'invitation', 'id', 'email', '',
  'store_id id token_hash invited_by expires_at created_at updated_at');
alter table memberships drop column scopes, add constraint memberships_role_check
  check (role in ('owner', 'manager', 'packer', 'stock_keeper', 'support', 'bookkeeper', 'custom'));
alter table invitations drop column scopes, add constraint invitations_role_check
  check (role in ('manager', 'packer', 'stock_keeper', 'support', 'bookkeeper', 'custom'));
