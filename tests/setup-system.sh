#!/bin/sh
# What only tests need from the system: Chromium, PostgreSQL, nginx and openssl. Installed with apt when run as root on Debian; otherwise the
# tests that need them say so and are skipped (or fail where CI=true).
missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "not installed, so tests that need it will be skipped:$missing (as root: apt-get install$missing)"
    exit 0
fi
echo "installing$missing …"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
# RUNLEVEL=1: nothing that is installed here is started.
apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends $missing >/dev/null
