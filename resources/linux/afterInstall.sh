#!/bin/bash
# Runs as root once the .deb package is unpacked, in place of electron-builder's script. What stands in ${} is filled in when
# the package is built; electron-builder's own script removes all of this again.
app='/opt/${sanitizedProductName}'
program="$app/${executable}"
link='/usr/bin/${executable}'

if type update-alternatives >/dev/null 2>&1; then
  update-alternatives --install "$link" '${executable}' "$program" 100 || ln -sf "$program" "$link"
else
  ln -sf "$program" "$link"
fi

# Chromium starts this helper where it cannot make user namespaces. Whether it can is not tested here: this is root, who may
# make them where users may not.
chmod 4755 "$app/chrome-sandbox"

if hash update-mime-database 2>/dev/null; then update-mime-database /usr/share/mime || true; fi
if hash update-desktop-database 2>/dev/null; then update-desktop-database /usr/share/applications || true; fi

# Lets the app make user namespaces on Ubuntu 23.10 and later. An AppArmor that cannot read the profile does not need it.
source="$app/resources/apparmor-profile"
target='/etc/apparmor.d/${executable}'
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load "$source" >/dev/null 2>&1; then
  cp -f "$source" "$target"
  if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache "$target"
  fi
fi
