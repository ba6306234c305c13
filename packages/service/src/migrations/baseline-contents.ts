// Creates the tables of what sellers offer and observe, such as licenses, files and logs.

export const contentsTables: readonly string[] = [
  `create table licenses (
    application_id text not null references applications (id) on delete cascade,
    "key" text not null,
    level text not null,
    seconds bigint not null,
    status text not null,
    used_by text references users (id) on delete set null,
    used_at bigint,
    banned_reason text,
    created_at bigint not null,
    note text not null default '',
    created_by text not null default '',
    key_fold text not null default '',
    order_number text,
    account_id text references accounts (id) on delete set null,
    charge text,
    is_charged bigint not null default 0,
    constraint licenses_key primary key (application_id, "key")
  )`,
  `create index licenses_user on licenses (used_by)`,
  `create unique index licenses_fold on licenses (application_id, key_fold)`,
  `create index licenses_order on licenses (application_id, order_number)`,
  `create index licenses_listed on licenses (application_id, created_at desc, "key")`,
  `create index licenses_account on licenses (account_id, created_at)
    where account_id is not null`,
  `create index licenses_by_status on licenses (application_id, status, created_at desc, "key")`,
  `create index licenses_by_level on licenses (application_id, level, created_at desc, "key")`,
  `create index licenses_by_creator on licenses (application_id, created_by, created_at desc, key)
    where created_by <> 'SellerAPI'`,
  `create table orders (
    application_id text not null references applications (id) on delete cascade,
    number text not null,
    level text not null,
    seconds bigint not null,
    amount bigint not null,
    created_at bigint not null,
    constraint orders_number primary key (application_id, number)
  )`,
  `create table variables (
    application_id text not null references applications (id) on delete cascade,
    varid text not null,
    value text not null,
    authed integer not null,
    varid_fold text not null default '',
    constraint variables_varid primary key (application_id, varid)
  )`,
  `create unique index variables_fold on variables (application_id, varid_fold)`,
  `create table program_hashes (
    application_id text not null references applications (id) on delete cascade,
    hash text not null,
    constraint program_hashes_hash primary key (application_id, hash)
  )`,
  `create table files (
    application_id text not null references applications (id) on delete cascade,
    id text not null,
    name text not null,
    url text,
    size bigint not null,
    sha256 text not null,
    authed integer not null,
    uploaded_at bigint not null,
    constraint files_id primary key (application_id, id)
  )`,
  `create index files_content on files (sha256)`,
  `create table releases (
    application_id text not null references applications (id) on delete cascade,
    manifest_sha256 text not null,
    manifest_size bigint not null,
    keyid text not null,
    signature text not null,
    kind text not null,
    channel text not null,
    platform text not null,
    sequence bigint not null,
    version text not null,
    notes text not null,
    rollout bigint not null,
    required bigint not null,
    retracted bigint not null,
    contents bigint not null,
    begun_at bigint not null,
    published_at bigint,
    size bigint,
    stored bigint not null default 0,
    constraint releases_manifest primary key (application_id, manifest_sha256)
  )`,
  `create index releases_line on releases (application_id, kind, channel, platform, sequence)`,
  `create table release_contents (
    application_id text not null references applications (id) on delete cascade,
    sha256 text not null,
    manifest_sha256 text not null,
    size bigint not null,
    constraint release_contents_one primary key (application_id, sha256, manifest_sha256)
  )`,
  `create index release_contents_manifest
    on release_contents (application_id, manifest_sha256, sha256)`,
  `create table channels (
    application_id text not null references applications (id) on delete cascade,
    name text not null,
    delay_seconds bigint not null,
    name_fold text not null default '',
    constraint channels_name primary key (application_id, name)
  )`,
  `create unique index channels_fold on channels (application_id, name_fold)`,
  `create table chat_messages (
    application_id text not null references applications (id) on delete cascade,
    id text primary key,
    channel text not null,
    user_id text references users (id) on delete cascade,
    author text not null,
    message text not null,
    written_at_ms bigint not null,
    constraint chat_messages_channel foreign key (application_id, channel)
      references channels (application_id, name) on delete cascade
  )`,
  `create index chat_messages_written on chat_messages (application_id, channel, written_at_ms)`,
  `create index chat_messages_user on chat_messages (user_id)`,
  `create table chat_mutes (
    user_id text not null primary key references users (id) on delete cascade,
    muted_until bigint not null
  )`,
  `create index chat_mutes_end on chat_mutes (muted_until)`,
  `create table buttons (
    application_id text not null references applications (id) on delete cascade,
    value text not null,
    text text not null,
    constraint buttons_value primary key (application_id, value)
  )`,
  `create table tokens (
    application_id text not null references applications (id) on delete cascade,
    token text not null,
    kind text not null,
    assigned text not null,
    banned_reason text,
    hash text,
    created_at bigint not null,
    sealed text,
    constraint tokens_token primary key (application_id, token)
  )`,
  `create index tokens_listed on tokens (application_id, created_at, token)`,
  `create table blacklist (
    application_id text not null references applications (id) on delete cascade,
    kind text not null,
    data text not null,
    user_id text references users (id) on delete set null,
    created_at bigint not null,
    constraint blacklist_data primary key (application_id, kind, data)
  )`,
  `create index blacklist_user on blacklist (user_id)`,
  `create index blacklist_listed on blacklist (application_id, created_at, kind, data)`,
  `create table whitelist (
    application_id text not null references applications (id) on delete cascade,
    ip text not null,
    created_at bigint not null,
    constraint whitelist_ip primary key (application_id, ip)
  )`,
  `create index whitelist_listed on whitelist (application_id, created_at, ip)`,
  `create table webhooks (
    application_id text not null references applications (id) on delete cascade,
    webid text not null,
    url text not null,
    user_agent text not null,
    authed integer not null,
    events text not null default '',
    secret text,
    constraint webhooks_webid primary key (application_id, webid)
  )`,
  `create table deliveries (
    application_id text not null references applications (id) on delete cascade,
    id text primary key,
    webid text,
    url text not null,
    event text not null,
    body text not null,
    status text not null,
    attempts integer not null,
    next_at bigint not null,
    claimed_until bigint,
    last_status integer,
    last_error text,
    created_at bigint not null,
    of_strangers bigint not null default 0
  )`,
  `create index deliveries_due on deliveries (status, next_at)`,
  `create index deliveries_target on deliveries (application_id, webid, status)`,
  `create index deliveries_listed on deliveries (application_id, created_at desc, id)`,
  `create index deliveries_of_target on deliveries (application_id, webid, created_at desc, id)`,
  `create table drops (
    application_id text not null references applications (id) on delete cascade,
    kind text not null,
    count bigint not null,
    since_at bigint not null,
    last_at bigint not null,
    constraint drops_kind primary key (application_id, kind)
  )`,
  `create table logs (
    application_id text not null references applications (id) on delete cascade,
    id text primary key,
    written_at_ms bigint not null,
    username text,
    pcuser text,
    ip text not null,
    message text not null
  )`,
  `create index logs_of_strangers on logs (application_id, written_at_ms) where username is null`,
  `create index logs_of_users on logs (application_id, written_at_ms) where username is not null`,
  `create index logs_listed on logs (application_id, written_at_ms desc, id)`,
  `create table audit_logs (
    application_id text not null references applications (id) on delete cascade,
    id text primary key,
    written_at_ms bigint not null,
    type text not null,
    detail text not null,
    ip text not null,
    seller_key text not null default ''
  )`,
  `create index audit_logs_listed on audit_logs (application_id, written_at_ms desc, id)`,
  `create index audit_logs_by_key
    on audit_logs (application_id, seller_key, written_at_ms desc, id)`,
  `create table statistics (
    application_id text not null references applications (id) on delete cascade,
    kind text not null,
    body text not null,
    expires_at bigint not null,
    constraint statistics_kind primary key (application_id, kind)
  )`,
  `create table day_counts (
    application_id text not null references applications (id) on delete cascade,
    day text not null,
    kind text not null,
    count bigint not null,
    constraint day_counts_kind primary key (application_id, day, kind)
  )`,
  `create table new_counts (
    application_id text not null,
    day text not null,
    kind text not null,
    count bigint not null
  )`,
];
