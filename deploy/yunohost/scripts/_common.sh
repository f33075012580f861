#!/bin/bash
# What the other scripts share. The package holds the wheel and the lock: `bin/release` puts them into sources/.

install_pad() {
    ynh_hide_warnings python3 -m venv --clear "$install_dir/venv"
    local pip="$install_dir/venv/bin/pip"
    ynh_hide_warnings "$pip" install --require-hashes --requirement ../sources/requirements.lock
    ynh_hide_warnings "$pip" install --no-deps ../sources/*.whl
}

configure_pad() {
    prefix=${path%/}
    ynh_config_add --template="scorepad.env" --destination="$install_dir/scorepad.env"
    chmod 600 "$install_dir/scorepad.env"
    ynh_config_add_nginx
    ynh_config_add_systemd
    yunohost service add "$app" --description="Score pad for rummy games"
}
