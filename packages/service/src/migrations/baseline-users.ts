// Creates the tables of users and of what each user has, such as subscriptions and devices.

export const usersTables: readonly string[] = [
  `create table plans (
    application_id text not null references applications (id) on delete cascade,
    id text primary key,
    name text not null,
    level text not null,
    created_at bigint not null,
    name_fold text not null default '',
    computers bigint not null default 1,
    constraint plans_name unique (application_id, name)
  )`,
  `create index plans_level on plans (application_id, level, created_at, id)`,
  `create unique index plans_fold on plans (application_id, name_fold)`,
  `create table users (
    application_id text not null references applications (id) on delete cascade,
    id text primary key,
    username text not null,
    password_hash text not null,
    banned_reason text,
    totp_secret text,
    totp_step bigint not null,
    created_at bigint not null,
    last_login_at bigint,
    last_ip text,
    email_hash text,
    totp_pending_secret text,
    totp_pending_at bigint,
    cooldown_at bigint not null default 0,
    username_fold text not null default '',
    skeleton text not null default '',
    name_is_key bigint not null default 0,
    password_is_key bigint not null default 0,
    recovery_codes text,
    recovery_pending text,
    account_events text,
    mail_address text,
    previous_login_at bigint,
    constraint users_username unique (application_id, username)
  )`,
  `create unique index users_fold on users (application_id, username_fold)`,
  `create index users_skeleton on users (application_id, skeleton)`,
  `create index users_email on users (application_id, email_hash)`,
  `create index users_in_parts on users (application_id, id)`,
  `create index users_with_key_password on users (application_id)
    where password_is_key = 1 and name_is_key = 0`,
  `create index users_banned on users (application_id, username) where banned_reason is not null`,
  `create table subscriptions (
    user_id text not null references users (id) on delete cascade,
    plan_id text not null references plans (id) on delete cascade,
    since_at bigint not null,
    expires_at bigint,
    remaining_seconds bigint,
    license_key text,
    paused_with_application bigint not null default 0,
    constraint subscriptions_user_plan primary key (user_id, plan_id)
  )`,
  `create index subscriptions_end on subscriptions (plan_id, expires_at)`,
  `create index subscriptions_paused on subscriptions (plan_id, user_id)
    where remaining_seconds is not null`,
  `create table grants (
    user_id text not null references users (id) on delete cascade,
    plan_id text not null references plans (id) on delete cascade,
    position bigint not null,
    source text not null,
    license_key text,
    actor text not null default '',
    granted_at bigint not null,
    given bigint not null,
    "left" bigint not null,
    revoked_at bigint,
    revoked_by text,
    constraint grants_position primary key (user_id, plan_id, position)
  )`,
  `create index grants_plan on grants (plan_id)`,
  `create table bans (
    user_id text not null references users (id) on delete cascade,
    license_key text not null,
    reason text not null,
    position bigint not null,
    with_address integer not null,
    banned_at bigint,
    banned_by text,
    constraint bans_license_key primary key (user_id, license_key)
  )`,
  `create table code_failures (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    failed_at bigint not null
  )`,
  `create index code_failures_user on code_failures (user_id, failed_at)`,
  `create table devices (
    user_id text not null references users (id) on delete cascade,
    hwid text not null,
    added_at bigint not null,
    name text not null default '',
    system text not null default '',
    last_seen_at bigint,
    constraint devices_hwid primary key (user_id, hwid)
  )`,
  `create index devices_in_order on devices (user_id, added_at, hwid)`,
  `create index devices_by_hwid on devices (hwid)`,
  `create table computer_removals (
    user_id text not null references users (id) on delete cascade,
    ticket text primary key,
    removed_at bigint not null
  )`,
  `create index computer_removals_user on computer_removals (user_id, removed_at)`,
  `create table offline_passes (
    user_id text not null references users (id) on delete cascade,
    hwid text not null,
    sequence bigint not null,
    ends_at bigint not null,
    seat_held bigint not null default 0,
    constraint offline_passes_key primary key (user_id, hwid)
  )`,
  `create table user_variables (
    user_id text not null references users (id) on delete cascade,
    name text not null,
    value text not null,
    read_only integer not null,
    name_fold text not null default '',
    constraint user_variables_name primary key (user_id, name)
  )`,
  `create unique index user_variables_fold on user_variables (user_id, name_fold)`,
  `create table known_addresses (
    user_id text not null references users (id) on delete cascade,
    address text not null,
    last_at bigint not null,
    key_ids text,
    constraint known_addresses_address primary key (user_id, address)
  )`,
  `create table password_resets (
    user_id text not null references users (id) on delete cascade,
    token_hash text primary key,
    expires_at bigint not null
  )`,
  `create index password_resets_user on password_resets (user_id)`,
  `create index password_resets_end on password_resets (expires_at)`,
  `create table sessions (
    application_id text not null references applications (id) on delete cascade,
    id_hash text primary key,
    user_id text references users (id) on delete cascade,
    expires_at bigint not null,
    ip text not null default '',
    created_at bigint not null default 0,
    version text,
    hwid text,
    signed_in_at bigint,
    last_seen_at bigint
  )`,
  `create index sessions_expires_at on sessions (expires_at)`,
  `create index sessions_user on sessions (user_id)`,
  `create unique index sessions_short_id
    on sessions (application_id, substr(id_hash, length(id_hash) - 9))`,
  `create index sessions_listed on sessions (application_id, expires_at desc, id_hash)`,
  `create table ended_sessions (
    application_id text not null references applications (id) on delete cascade,
    id_hash text primary key,
    reason text not null,
    expires_at bigint not null
  )`,
  `create index ended_sessions_end on ended_sessions (expires_at)`,
  `create table history (
    user_id text not null references users (id) on delete cascade,
    application_id text not null,
    id text not null,
    written_at_ms bigint not null,
    operation text not null,
    outcome text not null,
    ip text not null,
    device text not null,
    computer text not null,
    version text not null,
    constraint history_id primary key (application_id, id)
  )`,
  `create index history_user on history (user_id, id)`,
];
