// The name of a user. A masked name is the license key by which the user signs in.
interface UserNameProps {
  readonly username: string;
  readonly isKey: boolean;
}

export function UserName({ username, isKey }: UserNameProps) {
  return <bdi className={isKey ? 'mono' : undefined}>{username}</bdi>;
}
