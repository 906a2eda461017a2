#!/usr/bin/env bash
#
# Starts a throw-away S3 server for tests: one Ceph monitor, one OSD that keeps its objects in memory,
# and the RADOS Gateway (radosgw) in front of them.
#
#   ceph-rgw-up.sh [DIR] [PORT]     DIR   default ${TMPDIR:-/tmp}/ceph-rgw; must be new, or left by an earlier run
#                                   PORT  default 18000; the S3 endpoint is http://127.0.0.1:PORT
#
# Objects may be encrypted by the server with the key "testkey-1" of its key service for tests (aws:kms), without TLS.
# Prints the S3_* settings and exits 0 once the gateway answers and the user exists (about 10 s).
# Stop it with ceph-rgw-down.sh DIR. Exits 1, with the reason and nothing left running, where it cannot start.
#
# Debian packages (bookworm: Ceph 16.2, 61 MB to download, 269 MB on disk):
#   apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd ceph-common
#
# Environment, all optional:
#   S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY   default AKTEST and SKTEST
#   CEPH_RGW_MAX_SECONDS                     the daemons end by themselves after this long; default 3600
#   CEPH_RGW_MEMORY_BYTES                    what the store may hold; default 1 GiB
#
# Everything is bound to 127.0.0.1: PORT (S3), PORT+1 and PORT+2 (monitor), PORT+10 to PORT+49 (OSD).
# Every step has a time limit, and all files are in DIR. Root is not needed. The first write of a bucket is slow (2 s:
# the gateway creates its pools then).

set -euo pipefail
umask 077
unset CEPH_ARGS CEPH_CONF

dir=$(realpath -m -- "${1:-${TMPDIR:-/tmp}/ceph-rgw}")
readonly dir
readonly port=${2:-18000}
readonly access_key=${S3_ACCESS_KEY_ID:-AKTEST}
readonly secret_key=${S3_SECRET_ACCESS_KEY:-SKTEST}
readonly max_seconds=${CEPH_RGW_MAX_SECONDS:-3600}
readonly memory_bytes=${CEPH_RGW_MEMORY_BYTES:-1073741824}
readonly step_seconds=30
readonly marker=$dir/.ceph-rgw
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly here

fail() {
  echo "ceph-rgw-up: $*" >&2
  exit 1
}

# One Ceph tool, with our configuration and a time limit.
ceph_tool() {
  local tool=$1
  shift
  timeout "$step_seconds" "$tool" -c "$dir/ceph.conf" "$@"
}

# One daemon, in the foreground of a background job, so that it cannot outlive max_seconds.
start_daemon() {
  local name=$1
  shift
  setsid timeout --kill-after=10 "$max_seconds" "$@" -f -c "$dir/ceph.conf" </dev/null >>"$dir/log/$name.out" 2>&1 &
  echo $! >"$dir/$name.pid"
}

port_is_taken() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

gateway_answers() {
  timeout 5 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1"
    printf "GET / HTTP/1.0\r\n\r\n" >&3
    head -n 1 <&3 | grep -q " 200 "' _ "$port" 2>/dev/null
}

# ---- what must hold before anything is written ------------------------------------------------------------------

for tool in ceph ceph-authtool ceph-mon ceph-osd monmaptool radosgw radosgw-admin; do
  command -v "$tool" >/dev/null || fail "$tool is missing. Install the Debian packages: \
apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd ceph-common"
done
[[ $port =~ ^[0-9]{4,5}$ ]] && ((port >= 1024 && port <= 65486)) || fail "PORT is '$port'; give one from 1024 to 65486"
[[ $dir != *[[:space:]]* ]] || fail "DIR is '$dir'; give a path without spaces"
((${#dir} <= 80)) || fail "DIR has ${#dir} characters; 80 at most, because Unix sockets are made in it"
if [[ -e $dir ]]; then
  [[ -f $marker ]] || fail "$dir exists and was not made by this script; name another directory"
  "$here/ceph-rgw-down.sh" "$dir"
fi
for p in "$port" $((port + 1)) $((port + 2)); do
  ! port_is_taken "$p" || fail "port $p of 127.0.0.1 is taken; name another PORT"
done

# ---- configuration and keys -------------------------------------------------------------------------------------

mkdir -p "$dir"
touch "$marker"
trap 'status=$?; if ((status)); then
  tail -n 5 "$dir"/log/*.out "$dir"/log/*.log >&2 2>/dev/null || true
  "$here/ceph-rgw-down.sh" "$dir" || true
fi' EXIT
mkdir -p "$dir/mon" "$dir/osd" "$dir/rgw" "$dir/log"

fsid=$(</proc/sys/kernel/random/uuid)
osd_uuid=$(</proc/sys/kernel/random/uuid)
monitor="[v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]"
keyring=$dir/keyring

# Authentication stays on: with "auth = none" radosgw 16 loops on error -13. tcp_nodelay removes stalls of 40 ms.
cat >"$dir/ceph.conf" <<CONF
[global]
fsid = $fsid
mon_host = $monitor
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
public_network = 127.0.0.1/32
ms_bind_port_min = $((port + 10))
ms_bind_port_max = $((port + 49))
keyring = $keyring
run_dir = $dir
crash_dir = $dir
admin_socket = $dir/\$cluster-\$name.asok
log_file = $dir/log/\$name.log
pid_file =
mon_data = $dir/mon
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
osd_data = $dir/osd
osd_objectstore = memstore
memstore_device_bytes = $memory_bytes
osd_crush_initial_weight = 1
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
rgw_data = $dir/rgw
rgw_frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
rgw_dns_name = localhost
rgw_thread_pool_size = 32
rgw_crypt_require_ssl = false
rgw_crypt_s3_kms_backend = testing
rgw_crypt_s3_kms_encryption_keys = testkey-1=YmluCmJvb3N0CmJvb3N0LWJ1aWxkCmNlcGguY29uZgo=
CONF

{
  ceph-authtool --create-keyring "$keyring" --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool "$keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  ceph-authtool "$keyring" --gen-key -n client.rgw --cap mon 'allow *' --cap osd 'allow *'
  ceph-authtool "$keyring" --gen-key -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
  monmaptool --create --fsid "$fsid" --addv a "$monitor" "$dir/monmap"
} >"$dir/log/setup.out" 2>&1

# ---- monitor, OSD, gateway, user --------------------------------------------------------------------------------

{
  ceph_tool ceph-mon --mkfs -i a --monmap "$dir/monmap" --keyring "$keyring"
  start_daemon mon ceph-mon -i a
  ceph_tool ceph osd new "$osd_uuid"
  ceph_tool ceph auth import -i "$keyring"
  ceph_tool ceph-osd -i 0 --mkfs --osd-uuid "$osd_uuid"
  start_daemon osd ceph-osd -i 0
  start_daemon rgw radosgw -n client.rgw --keyring "$keyring"
} >>"$dir/log/setup.out" 2>&1

deadline=$((SECONDS + 2 * step_seconds))
until gateway_answers; do
  kill -0 "$(<"$dir/rgw.pid")" 2>/dev/null || fail "radosgw ended before it answered"
  ((SECONDS < deadline)) || fail "radosgw did not answer on port $port within $((2 * step_seconds)) s"
  sleep 0.1
done
ceph_tool radosgw-admin user create --uid=test --display-name=test \
  --access-key="$access_key" --secret="$secret_key" >>"$dir/log/setup.out" 2>&1

cat <<SETTINGS
S3_ENDPOINT=http://127.0.0.1:$port
S3_REGION=us-east-1
S3_ACCESS_KEY_ID=$access_key
S3_SECRET_ACCESS_KEY=$secret_key
SETTINGS
