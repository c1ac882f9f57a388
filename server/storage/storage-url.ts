/**
 * `s3://<key>:<secret>@<host>/<bucket>?region=…`; with `?insecure` over plain http, for a server in one's own network.
 * Without a host between `@` and `/` it is Amazon's own.
 */
export const parseStorageUrl = (url: string) => {
  const { username, password, host, pathname, searchParams } = new URL(url);
  const bucket = pathname.slice(1);
  if (username === '' || password === '' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new TypeError('Not an address of an S3 bucket.');
  const isAmazon = host === 's3.amazonaws.com';
  return {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    bucket,
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint: isAmazon ? undefined : `${searchParams.has('insecure') ? 'http' : 'https'}://${host}`,
  };
};

export type StorageAddress = ReturnType<typeof parseStorageUrl>;
